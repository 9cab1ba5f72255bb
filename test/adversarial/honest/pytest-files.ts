import { py } from "../../support/python.ts";
import type { HonestCase } from "./case.ts";

/** Data files, golden files, databases, tables. */
export const cases: HonestCase[] = [
  {
    name: "a data file and its loader",
    head: {
      "currencies.json": '{ "CHF": { "digits": 2, "name": "Swiss franc" }, "JPY": { "digits": 0, "name": "yen" } }\n',
      "currencies.py": py`
        import json
        from pathlib import Path

        _TABLE = json.loads(Path(__file__).with_name("currencies.json").read_text(encoding="utf-8"))


        def format_amount(minor, code):
            digits = _TABLE[code]["digits"]
            return f"{minor / 10**digits:.{digits}f} {code}"


        def known():
            return sorted(_TABLE)
      `,
      "tests/test_currencies.py": py`
        import pytest

        import currencies


        def test_digits_follow_the_table():
            assert currencies.format_amount(1250, "CHF") == "12.50 CHF"
            assert currencies.format_amount(1250, "JPY") == "1250 JPY"


        def test_known():
            assert currencies.known() == ["CHF", "JPY"]


        def test_unknown():
            with pytest.raises(KeyError):
                currencies.format_amount(1, "XXX")
      `,
    },
  },
  {
    name: "a golden file beside the tests",
    head: {
      "report_md.py": py`
        def report(results):
            lines = ["# Results", ""]
            lines += [f"- [{'x' if passed else ' '}] {name}" for name, passed in results.items()]
            return "\n".join(lines) + "\n"
      `,
      "tests/data/report.md": "# Results\n\n- [x] build\n- [ ] deploy\n",
      "tests/test_report_md.py": py`
        from pathlib import Path

        from report_md import report

        DATA = Path(__file__).parent / "data"


        def test_matches_the_golden_file():
            assert report({"build": True, "deploy": False}) == (DATA / "report.md").read_text()
      `,
    },
  },
  {
    name: "an SQLite repository",
    head: {
      "todo_store.py": py`
        import sqlite3

        SCHEMA = "CREATE TABLE IF NOT EXISTS todo (id INTEGER PRIMARY KEY, title TEXT UNIQUE, done INTEGER DEFAULT 0)"


        class TodoStore:
            def __init__(self, path=":memory:"):
                self.db = sqlite3.connect(path)
                self.db.execute(SCHEMA)

            def add(self, title):
                with self.db:
                    return self.db.execute("INSERT INTO todo (title) VALUES (?)", (title,)).lastrowid

            def finish(self, number):
                with self.db:
                    changed = self.db.execute("UPDATE todo SET done = 1 WHERE id = ? AND done = 0", (number,)).rowcount
                return changed == 1

            def open_titles(self):
                return [title for (title,) in self.db.execute("SELECT title FROM todo WHERE done = 0 ORDER BY id")]
      `,
      "tests/test_todo_store.py": py`
        import sqlite3

        import pytest

        from todo_store import TodoStore


        @pytest.fixture
        def store():
            return TodoStore()


        def test_finish(store):
            number = store.add("write")
            store.add("rest")
            assert store.finish(number)
            assert not store.finish(number)
            assert store.open_titles() == ["rest"]


        def test_titles_are_unique(store):
            store.add("write")
            with pytest.raises(sqlite3.IntegrityError):
                store.add("write")


        def test_persists(tmp_path):
            path = tmp_path / "todo.db"
            TodoStore(path).add("write")
            assert TodoStore(path).open_titles() == ["write"]
      `,
    },
  },
  {
    name: "CSV in and out",
    head: {
      "timesheet.py": py`
        import csv
        import io


        def summarise(text):
            hours = {}
            for row in csv.DictReader(io.StringIO(text)):
                hours[row["who"]] = hours.get(row["who"], 0.0) + float(row["hours"])
            out = io.StringIO()
            writer = csv.writer(out, lineterminator="\n")
            writer.writerow(["who", "hours"])
            writer.writerows(sorted(hours.items()))
            return out.getvalue()
      `,
      "tests/test_timesheet.py": py`
        from timesheet import summarise


        def test_summarise():
            assert summarise("who,hours\nbo,1\nann,2.5\nbo,0.5\n") == "who,hours\nann,2.5\nbo,1.5\n"


        def test_only_the_header():
            assert summarise("who,hours\n") == "who,hours\n"
      `,
    },
  },
  {
    name: "modules beside it, without tests",
    head: {
      "modules.py": py`
        import os
        from pathlib import Path

        HERE = Path(__file__).parent


        def modules(folder=HERE):
            names = (one.stem for one in Path(folder).glob("*.py"))
            return sorted(name for name in names if not name.startswith("test_"))


        def data(folder):
            return [name for _, folders, files in os.walk(folder) for name in folders + files]


        def both(folder):
            return sorted(Path(folder).glob("test_*.py")), sorted(os.listdir(path=folder))
      `,
      "tests/test_modules.py": py`
        from modules import both, data, modules


        def test_it_finds_itself():
            assert "modules" in modules()


        def test_it_looks_into_folders(tmp_path):
            (tmp_path / "a.py").touch()
            (tmp_path / "test_a.py").touch()
            assert modules(tmp_path) == ["a"]
            assert sorted(data(tmp_path)) == ["a.py", "test_a.py"]
            assert both(tmp_path) == ([tmp_path / "test_a.py"], ["a.py", "test_a.py"])
      `,
    },
  },
];
