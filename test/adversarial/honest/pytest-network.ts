import { py } from "../../support/python.ts";
import type { HonestCase } from "./case.ts";

/** Code that meets the world: coroutines, servers, command lines. */
export const cases: HonestCase[] = [
  {
    name: "coroutines run by asyncio.run",
    head: {
      "crawl.py": py`
        import asyncio


        async def crawl(urls, fetch, limit=2):
            gate = asyncio.Semaphore(limit)

            async def one(url):
                async with gate:
                    return url, await fetch(url)

            return dict(await asyncio.gather(*map(one, urls)))
      `,
      "tests/test_crawl.py": py`
        import asyncio

        from crawl import crawl


        def test_fetches_everything():
            async def fetch(url):
                await asyncio.sleep(0)
                return len(url)

            assert asyncio.run(crawl(["a", "bb"], fetch)) == {"a": 1, "bb": 2}


        def test_respects_the_limit():
            running = peak = 0

            async def fetch(url):
                nonlocal running, peak
                running += 1
                peak = max(peak, running)
                await asyncio.sleep(0.001)
                running -= 1

            asyncio.run(crawl("abcdef", fetch, limit=3))
            assert peak == 3
      `,
    },
  },
  {
    name: "an asynchronous generator and context manager",
    head: {
      "ticker.py": py`
        import asyncio
        import contextlib


        async def ticks(count, delay=0):
            for number in range(count):
                await asyncio.sleep(delay)
                yield number


        @contextlib.asynccontextmanager
        async def cancelled(coroutine):
            task = asyncio.ensure_future(coroutine)
            try:
                yield task
            finally:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
      `,
      "tests/test_ticker.py": py`
        import asyncio

        from ticker import cancelled, ticks


        def test_ticks():
            async def collect():
                return [number async for number in ticks(3)]

            assert asyncio.run(collect()) == [0, 1, 2]


        def test_task_is_cancelled():
            async def scenario():
                async with cancelled(asyncio.sleep(60)) as task:
                    assert not task.done()
                return task.cancelled()

            assert asyncio.run(scenario()) is True
      `,
    },
  },
  {
    name: "an HTTP server in a thread",
    head: {
      "api_server.py": py`
        import json
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path != "/health":
                    self.send_error(404)
                    return
                body = json.dumps({"status": "ok"}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args):
                pass


        def make_server(port=0):
            return ThreadingHTTPServer(("127.0.0.1", port), Handler)
      `,
      "tests/test_api_server.py": py`
        import json
        import threading
        import urllib.error
        import urllib.request

        import pytest

        from api_server import make_server


        @pytest.fixture
        def url():
            server = make_server()
            thread = threading.Thread(target=server.serve_forever, daemon=True)
            thread.start()
            yield f"http://127.0.0.1:{server.server_address[1]}"
            server.shutdown()
            server.server_close()


        def test_health(url):
            with urllib.request.urlopen(url + "/health") as answer:
                assert answer.status == 200
                assert json.load(answer) == {"status": "ok"}


        def test_unknown_path(url):
            with pytest.raises(urllib.error.HTTPError) as caught:
                urllib.request.urlopen(url + "/nothing")
            assert caught.value.code == 404
      `,
    },
  },
  {
    name: "a route added to an existing handler",
    base: {
      "wsgi_app.py": py`
        def application(environ, start_response):
            if environ["PATH_INFO"] == "/":
                start_response("200 OK", [("Content-Type", "text/plain")])
                return [b"home"]
            start_response("404 Not Found", [])
            return []
      `,
      "tests/test_wsgi_app.py": py`
        from wsgi_app import application


        def get(path):
            answer = {}
            body = application({"PATH_INFO": path}, lambda status, headers: answer.update(status=status))
            return answer["status"], b"".join(body)


        def test_home():
            assert get("/") == ("200 OK", b"home")


        def test_missing():
            assert get("/x")[0].startswith("404")
      `,
    },
    head: {
      "wsgi_app.py": py`
        def application(environ, start_response):
            if environ["PATH_INFO"] == "/":
                start_response("200 OK", [("Content-Type", "text/plain")])
                return [b"home"]
            if environ["PATH_INFO"].startswith("/hello/"):
                name = environ["PATH_INFO"].rpartition("/")[2]
                start_response("200 OK", [("Content-Type", "text/plain")])
                return [f"hello {name}".encode()]
            start_response("404 Not Found", [])
            return []
      `,
      "tests/test_wsgi_app.py": py`
        from wsgi_app import application


        def get(path):
            answer = {}
            body = application({"PATH_INFO": path}, lambda status, headers: answer.update(status=status))
            return answer["status"], b"".join(body)


        def test_home():
            assert get("/") == ("200 OK", b"home")


        def test_missing():
            assert get("/x")[0].startswith("404")


        def test_hello():
            assert get("/hello/ann") == ("200 OK", b"hello ann")
      `,
    },
  },
  {
    name: "a command line through main(argv)",
    head: {
      "wc.py": py`
        import argparse
        import sys


        def main(argv=None):
            parser = argparse.ArgumentParser(prog="wc")
            parser.add_argument("files", nargs="+")
            parser.add_argument("--lines", action="store_true")
            options = parser.parse_args(argv)
            status = 0
            for name in options.files:
                try:
                    with open(name, encoding="utf-8") as file:
                        text = file.read()
                except OSError as error:
                    print(f"wc: {error.strerror}: {name}", file=sys.stderr)
                    status = 1
                    continue
                print(len(text.splitlines()) if options.lines else len(text.split()), name)
            return status


        if __name__ == "__main__":
            sys.exit(main())
      `,
      "tests/test_wc.py": py`
        import pytest

        import wc


        @pytest.fixture
        def file(tmp_path):
            path = tmp_path / "a.txt"
            path.write_text("one two\nthree\n")
            return str(path)


        def test_words(file, capsys):
            assert wc.main([file]) == 0
            assert capsys.readouterr().out == f"3 {file}\n"


        def test_lines(file, capsys):
            wc.main(["--lines", file])
            assert capsys.readouterr().out.startswith("2 ")


        def test_missing_file(capsys):
            assert wc.main(["/nowhere/x"]) == 1
            assert "No such file" in capsys.readouterr().err


        def test_usage(capsys):
            with pytest.raises(SystemExit) as caught:
                wc.main([])
            assert caught.value.code == 2
      `,
    },
  },
  {
    name: "a command line through a subprocess",
    head: {
      "toolbox/__init__.py": "",
      "toolbox/__main__.py": py`
        import sys


        def main(argv):
            if not argv:
                print("usage: toolbox NAME", file=sys.stderr)
                return 64
            print(f"Hello, {argv[0]}!")
            return 0


        if __name__ == "__main__":
            sys.exit(main(sys.argv[1:]))
      `,
      "tests/test_toolbox.py": py`
        import pathlib
        import subprocess
        import sys

        ROOT = pathlib.Path(__file__).resolve().parent.parent


        def run(*args):
            return subprocess.run([sys.executable, "-m", "toolbox", *args], cwd=ROOT, capture_output=True, text=True)


        def test_greets():
            result = run("Ann")
            assert result.stdout == "Hello, Ann!\n"
            assert result.returncode == 0


        def test_usage():
            result = run()
            assert result.returncode == 64
            assert "usage" in result.stderr
      `,
    },
  },
];
