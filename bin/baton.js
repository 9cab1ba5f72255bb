#!/usr/bin/env node
"use strict";
// Plain JavaScript for every Node there is: an older one must be able to say that it is too old.
if (Number(process.versions.node.split(".")[0]) < 24) {
  process.stderr.write(
    `baton needs Node 24 or newer; this is ${process.version}. Install it, or run npx -p node@24 -p proofbaton baton\n`,
  );
  process.exit(2);
}
import("../dist/cli/main.js");
