/**
 * Stands at the end of a changed file while the RED tests run once more, with its capital words written out. The places
 * where the file asks what is around it ask here, and are told what they would be told where no tests run. What a test sets
 * itself stays. With nothing hidden every answer is the one that the tests had.
 */
function __batonWorld() {
  const key = Symbol.for("baton.world");
  if (globalThis[key] !== undefined) return globalThis[key];
  const hidden = new Set(HIDDEN);
  const given = GIVEN;
  const program = PROGRAM;
  const real = process;
  const folder = real.cwd();
  const RUNNER =
    /(?:^|\/)node_modules\/(?:\.bin\/)?(?:@?vitest|@?jest|jest-[\w-]+|mocha|chai|sinon|tinypool|expect)(?:\/|$)|(?:^|\/)(?:test(?:-[^/]*)?|[^/]*[._-](?:test|spec))\.[cm]?[jt]sx?$|^(?:.*\/)?(?:__tests__|tests?|specs?)(?:\/|$)/;
  const VARIABLES =
    /^_{0,2}(?:VITEST|VITE_|JEST|MOCHA|AVA_|NODE_TEST|NODE_V8_COVERAGE|NYC|KARMA|CYPRESS|PLAYWRIGHT|STRYKER|TAP_|TINYPOOL|BATON)|^(?:TEST|SSR|BASE_URL|CI|CONTINUOUS_INTEGRATION|NODE_OPTIONS|FORCE_TTY)$|^npm_/i;
  const GLOBALS =
    /^(?:describe|it|test|expect|jest|vi|suite|specify|context|run|xit|xtest|xdescribe|fit|fdescribe|xcontext|xspecify|before|after|beforeEach|afterEach|beforeAll|afterAll|onTestFinished|onTestFailed|expectTypeOf|assertType|assert|chai|mocha|jasmine|Cypress|cy)$|^__?(?:vitest|vite|jest|coverage|playwright|stryker)/i;
  const path = (value) => {
    const text = value instanceof URL ? decodeURIComponent(value.pathname) : String(value);
    return text.startsWith(`${folder}/`) ? text.slice(folder.length + 1) : text;
  };
  const isRunner = (file) => typeof file === "string" && RUNNER.test(path(file.replaceAll("\\", "/")));
  const isUnderTest = isRunner(real.argv[1]);
  /** A program that a test starts has the streams that the test gives it. */
  const isStartedByTest = typeof real.argv[1] === "string" && !isUnderTest;
  const isTerminalHidden = hidden.has("terminal") && !isStartedByTest;
  const heard = new Map(real.eventNames?.().map((name) => [name, real.rawListeners(name)]) ?? []);

  /** `answer` gives another value of a member, or undefined; functions are called on the real object. */
  const view = (target, answer, more = {}) => {
    const calls = new WeakMap();
    const self = new Proxy(target, {
      get(_target, name) {
        const other = answer(name);
        if (other !== undefined) return other.value;
        const value = Reflect.get(target, name);
        if (typeof value !== "function" || (typeof name === "string" && /^(?:[A-Z]|constructor$)/.test(name)))
          return value;
        const apply = (called, on, args) => Reflect.apply(called, on === self ? target : on, args);
        if (!calls.has(value)) calls.set(value, new Proxy(value, { apply }));
        return calls.get(value);
      },
      set: (_target, name, value) => Reflect.set(target, name, value),
      has: (_target, name) =>
        answer(name) === undefined ? Reflect.has(target, name) : answer(name).value !== undefined,
      ...more,
    });
    return self;
  };
  const is = (value) => ({ value });

  const MODES = {
    NODE_ENV: "production",
    BABEL_ENV: "production",
    APP_ENV: "production",
    MODE: "production",
    DEV: "",
    PROD: "1",
  };
  const variable = (source, name) => {
    const value = source[name];
    if (typeof name !== "string") return value;
    if (hidden.has("environment") && VARIABLES.test(name) && !(name in given)) return undefined;
    if (name in given)
      return value ?? (hidden.has(name === "CI" ? "environment" : "terminal") ? undefined : given[name]);
    if (!hidden.has("mode") || !(name in MODES)) return value;
    const isOfRunner = name.endsWith("_ENV") ? value === undefined || value === "test" : source.VITEST !== undefined;
    if (!isOfRunner || (value === undefined && name !== "NODE_ENV")) return value;
    return typeof value === "boolean" ? name === "PROD" : MODES[name];
  };
  const variables = (source) =>
    new Proxy(source, {
      get: (_target, name) => variable(source, name),
      has: (_target, name) => variable(source, name) !== undefined,
      ownKeys: () =>
        [...new Set([...Reflect.ownKeys(source), ...Object.keys(given)])].filter(
          (name) => variable(source, name) !== undefined,
        ),
      getOwnPropertyDescriptor(_target, name) {
        const value = variable(source, name);
        return value === undefined ? undefined : { value, writable: true, enumerable: true, configurable: true };
      },
    });

  const streams = new WeakMap();
  const stream = (one) => {
    if (one === null || typeof one !== "object" || !isTerminalHidden) return one;
    const isSet = Object.hasOwn(one, "isTTY");
    const made = real.getBuiltinModule?.("tty")?.[one === real.stdin ? "ReadStream" : "WriteStream"];
    const sizes = { columns: 80, rows: 24, hasColors: () => true, getColorDepth: () => 24 };
    const answers = { isTTY: true, ...sizes, _type: "tty", ...(made && { constructor: made }) };
    const isOwn = (name) => name !== "_type" && Object.hasOwn(one, name);
    const answer = (name) => (isSet || isOwn(name) || !Object.hasOwn(answers, name) ? undefined : is(answers[name]));
    const getPrototypeOf = (target) => (made && !isSet ? made.prototype : Reflect.getPrototypeOf(target));
    if (isSet || !streams.has(one)) streams.set(one, view(one, answer, { getPrototypeOf }));
    return streams.get(one);
  };

  const started = (args) => (isRunner(args[1]) ? [args[0], `${folder}/${program}`, ...args.slice(2)] : args);
  const others = (name) => real.rawListeners(name).filter((one) => !(heard.get(name) ?? []).includes(one));
  const ofStart = {
    argv: () => started(real.argv),
    execArgv: () => [],
    title: () => "node",
    argv0: () => "node",
    ppid: () => 1,
    mainModule: () => undefined,
    send: () => undefined,
    connected: () => undefined,
    channel: () => undefined,
  };
  const ofProcess = {
    uptime: () => () => real.uptime() + 1e6,
    moduleLoadList: () => [],
    getActiveResourcesInfo: () => () => [],
    _getActiveHandles: () => () => [],
    _getActiveRequests: () => () => [],
    report: () => real.report && reported(),
    listenerCount: () => (name) => others(name).length,
    listeners: () => (name) => others(name),
    rawListeners: () => (name) => others(name),
    eventNames: () => () => real.eventNames().filter((name) => others(name).length > 0),
  };
  const reported = () =>
    view(real.report, (name) =>
      name === "getReport" ? is((error) => plainReport(real.report.getReport(error))) : undefined,
    );
  const plainReport = (report) => ({
    ...report,
    header: { ...report.header, commandLine: ["node", `${folder}/${program}`] },
    javascriptStack: { ...report.javascriptStack, stack: [`at main (${folder}/${program}:9:3)`] },
    environmentVariables: { ...environmentOf(real.env) },
  });
  const native = Object.fromEntries(Object.keys(ofProcess).map((name) => [name, real[name]]));
  const seen = new WeakMap();
  /** A test may put another object in the place of the environment. */
  const environmentOf = (source) => {
    if (!seen.has(source)) seen.set(source, variables(source));
    return seen.get(source);
  };
  const processView = view(real, (name) => {
    if (name === "env") return is(environmentOf(real.env));
    if (name === "default") return is(processView);
    if (/^std(?:in|out|err)$/.test(String(name))) return is(stream(real[name]));
    if (name === "getBuiltinModule") return is((id) => world.module(id, real.getBuiltinModule(id)));
    if (hidden.has("start") && isUnderTest && Object.hasOwn(ofStart, name)) return is(ofStart[name]());
    const isOwn = hidden.has("process") && Object.hasOwn(ofProcess, name) && real[name] === native[name];
    return isOwn ? is(ofProcess[name]()) : undefined;
  });

  const isHiddenGlobal = (name) => hidden.has("globals") && typeof name === "string" && GLOBALS.test(name);
  const scope = view(
    globalThis,
    (name) => (name === "process" ? is(processView) : isHiddenGlobal(name) ? is(undefined) : undefined),
    {
      ownKeys: (target) => Reflect.ownKeys(target).filter((name) => !isHiddenGlobal(name) && name !== key),
      getOwnPropertyDescriptor: (target, name) =>
        isHiddenGlobal(name) ? undefined : Reflect.getOwnPropertyDescriptor(target, name),
    },
  );

  /** Of these no copy is delivered: the tests themselves, what configures them, and how this process was started. */
  const NOT_DELIVERED =
    /^(?:tests?|specs?|e2e|coverage)\/?$|(?:^|\/)__(?:tests|snapshots)__\/?$|\.(?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)(?:(?:vitest|jest|playwright|karma|ava)\.(?:config|setup)[.\w]*|\.mocharc[.\w]*|\.nycrc[.\w]*)$|(?:^|\/)node_modules\/(?:\.bin\/)?(?:\.?vite(?:st)?|jest|mocha|chai|sinon|@vitest|@jest)(?:\/|$)|^\/proc\/(?:self|\d+)\/(?:cmdline|environ|status|stat|comm|exe|fd\/\d+)$/;
  const isOutside = (plain) => /^(?:\/(?!proc\/)|\.\.)/.test(plain);
  const delivered = (value) => {
    if (typeof value !== "string" && !(value instanceof URL)) return value;
    const plain = path(value).replace(/^\.\//, "");
    return NOT_DELIVERED.test(plain) && !isOutside(plain) ? `${folder}/.not-delivered/${plain}` : value;
  };
  const OF_TEST_FOLDER = /^(?:tests?|specs?|e2e|coverage)(?:\/|$)/;
  /** Not of the project, or below what its tests keep for themselves: there nothing is hidden. */
  const isElsewhere = (plain) =>
    isOutside(plain) || /(?:^|\/)node_modules(?:\/|$)|^(?:tests?|specs?|e2e|coverage)\/./.test(plain);
  const isListed = (plain) => isOutside(plain) || (!NOT_DELIVERED.test(plain) && !OF_TEST_FOLDER.test(plain));
  const listed = (first, entries) => {
    const inside = path(first === folder ? "" : first).replace(/^\.(?:\/|$)|\/$/g, "");
    if (!Array.isArray(entries) || isElsewhere(inside)) return entries;
    const nameOf = (entry) => String(entry.name ?? entry);
    return entries.filter((entry) => isListed(inside === "" ? nameOf(entry) : `${inside}/${nameOf(entry)}`));
  };
  const found = (pattern, paths, options) => {
    const start = path(pattern).split(/[*?[{]/)[0];
    if (!Array.isArray(paths) || options?.cwd !== undefined || isElsewhere(start)) return paths;
    return paths.filter((one) => isListed(path(one.name ?? one)));
  };
  /** The manifest as a user has it: without what tests need. */
  const manifest = (first, content) => {
    if (path(first).replace(/^\.\//, "") !== "package.json") return content;
    try {
      const { devDependencies: _needed, scripts: _run, ...rest } = JSON.parse(String(content));
      const text = JSON.stringify(rest, null, 2);
      return typeof content === "string" ? text : Buffer.from(text);
    } catch {
      return content;
    }
  };
  const ANSWERS = { readdir: listed, glob: found, readFile: manifest };
  const reader = (call, name) => {
    if (!hidden.has("files") || typeof call !== "function") return call;
    const answer = ANSWERS[String(name).replace(/Sync$/, "")] ?? ((_first, value) => value);
    return new Proxy(call, {
      apply(called, on, [first, ...rest]) {
        const told = rest.map((one) =>
          typeof one === "function" ? (error, value) => one(error, error ? value : answer(first, value, rest[0])) : one,
        );
        const value = Reflect.apply(called, on, [delivered(first), ...told]);
        return value instanceof Promise
          ? value.then((later) => answer(first, later, rest[0]))
          : answer(first, value, rest[0]);
      },
    });
  };
  const READS = /^(?:exists|stat|lstat|access|readFile|readdir|open|opendir|realpath|readlink|glob)(?:Sync)?$/;
  const KIND = /^is(?:File|Directory|BlockDevice|CharacterDevice|SymbolicLink|FIFO|Socket)$/;
  const ofTerminal = (stats) =>
    stats && view(stats, (name) => (KIND.test(String(name)) ? is(() => name === "isCharacterDevice") : undefined));
  const descriptor =
    (call) =>
    (number, ...rest) => {
      if (!isTerminalHidden || number > 2) return call(number, ...rest);
      const told = rest.map((one) =>
        typeof one === "function" ? (error, stats) => one(error, ofTerminal(stats)) : one,
      );
      return ofTerminal(call(number, ...told));
    };
  const ofFiles = (name, call) =>
    /^fstat(?:Sync)?$/.test(name) ? descriptor(call) : READS.test(name) ? reader(call, name) : call;
  const files = (module) =>
    view(module, (name) => {
      if (name === "promises") return is(files(module.promises));
      if (name === "default" && module.default !== undefined) return is(files(module.default));
      const answer = typeof name === "string" ? ofFiles(name, module[name]) : module[name];
      return answer === module[name] ? undefined : is(answer);
    });
  const resources = new WeakMap();
  /** The test of a runner that the code runs in is a server's request anywhere else. */
  const resource = (call) => () => {
    const one = call();
    if (!hidden.has("process") || !/^(?:Test|Suite|SuiteContext|TestContext)$/.test(one?.constructor?.name)) return one;
    if (!resources.has(one)) resources.set(one, {});
    return resources.get(one);
  };
  const hooks = (module) =>
    view(module, (name) =>
      name === "executionAsyncResource"
        ? is(resource(module[name]))
        : name === "default" && module.default !== undefined
          ? is(hooks(module.default))
          : undefined,
    );
  const isTerminal = (call) => (isTerminalHidden ? (number) => number <= 2 || call(number) : call);
  const terminals = (module) =>
    view(module, (name) =>
      name === "isatty"
        ? is(isTerminal(module.isatty))
        : name === "default"
          ? is(terminals(module.default))
          : undefined,
    );

  const OF_TESTS = /node:internal|[\\/]node_modules[\\/]|\.(?:test|spec)\.|[\\/](?:__tests__|tests?|specs?)[\\/]/;
  const world = {
    environment: (value) => (value === real.env ? environmentOf(value) : value),
    process: (value) => (value === real || value?.default === real ? processView : value),
    scope: (value) => (value === globalThis ? scope : value),
    module(id, value) {
      const name = String(id).replace(/^node:/, "");
      if (value === null || typeof value !== "object") return value;
      if (name === "process") return world.process(value);
      if (name === "tty") return terminals(value);
      if (name === "async_hooks") return hooks(value);
      return /^fs(?:\/promises)?$/.test(name) ? files(value) : value;
    },
    member(id, name, value) {
      const module = String(id).replace(/^node:/, "");
      if (module === "process") return value === real[name] ? processView[name] : value;
      if (module === "tty") return name === "isatty" ? isTerminal(value) : value;
      if (module === "async_hooks") return name === "executionAsyncResource" ? resource(value) : value;
      return name === "promises" ? files(value) : ofFiles(name, value);
    },
    later: async (id, value) => world.module(id, await value),
    meta: (value) => (value === undefined ? value : variables(value)),
    main: (value) =>
      hidden.has("start") && isRunner(value?.filename)
        ? {
            id: ".",
            path: folder,
            filename: `${folder}/${program}`,
            children: [],
            loaded: true,
            paths: [],
            exports: {},
          }
        : value,
    cache: (value) =>
      hidden.has("start")
        ? new Proxy(value, { ownKeys: (target) => Reflect.ownKeys(target).filter((name) => !isRunner(name)) })
        : value,
    stack(value) {
      if (!hidden.has("stack") || typeof value !== "string") return value;
      const lines = value.split("\n");
      const kept = lines.filter((line) => !/^ {4}at /.test(line) || !OF_TESTS.test(line));
      return [...kept, ...(kept.length < lines.length ? [`    at main (${folder}/${program}:9:3)`] : [])].join("\n");
    },
    // Whatever is delivered runs for long; a clock that a test holds is its own.
    clock: (value) =>
      hidden.has("process") && !Object.hasOwn(value, "now")
        ? view(value, (name) => (name === "now" ? is(() => value.now() + 1e9) : undefined))
        : value,
    limit: (value) => (hidden.has("stack") && typeof value === "number" ? 10 : value),
    plain: (value) =>
      hidden.has("terminal") && typeof value === "string" ? value.replace(/\u001b\[[\d;]*m/g, "") : value,
  };
  Object.defineProperty(globalThis, key, { value: world, configurable: true });
  return world;
}
