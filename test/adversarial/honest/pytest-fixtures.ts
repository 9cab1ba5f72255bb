import { py } from "../../support/python.ts";
import type { HonestCase } from "./case.ts";

/** What pytest gives: parameters, fixtures, captured output, patches. */
export const cases: HonestCase[] = [
  {
    name: "parametrize with ids and marks",
    head: {
      "slug.py": py`
        import re
        import unicodedata


        def slugify(text):
            ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
            return re.sub(r"[^a-z0-9]+", "-", ascii_text.lower()).strip("-")
      `,
      "tests/test_slug.py": py`
        import pytest

        from slug import slugify


        @pytest.mark.parametrize(
            "text, expected",
            [
                pytest.param("Hello World", "hello-world", id="spaces"),
                pytest.param("  Crème brûlée!  ", "creme-brulee", id="accents"),
                pytest.param("", "", id="empty"),
                pytest.param("a" * 2000, "a" * 2000, id="long", marks=pytest.mark.slow),
            ],
        )
        def test_slugify(text, expected):
            assert slugify(text) == expected
      `,
    },
  },
  {
    name: "indirect parameters",
    head: {
      "shipping.py": py`
        def shipping_cost(basket):
            weight = sum(item["weight"] for item in basket)
            if not basket:
                return 0
            return 5 if weight <= 2 else 5 + 2 * (weight - 2)
      `,
      "tests/test_shipping.py": py`
        import pytest

        from shipping import shipping_cost


        @pytest.fixture
        def basket(request):
            return [{"weight": weight} for weight in request.param]


        @pytest.mark.parametrize(("basket", "cost"), [([], 0), ([1, 1], 5), ([4], 9)], indirect=["basket"])
        def test_cost(basket, cost):
            assert shipping_cost(basket) == cost
      `,
    },
  },
  {
    name: "a yield fixture with teardown that checks",
    head: {
      "pool.py": py`
        class Pool:
            def __init__(self, factory):
                self.factory, self.free, self.taken = factory, [], 0

            def take(self):
                self.taken += 1
                return self.free.pop() if self.free else self.factory()

            def give_back(self, item):
                self.taken -= 1
                self.free.append(item)
      `,
      "tests/test_pool.py": py`
        import itertools

        import pytest

        from pool import Pool


        @pytest.fixture
        def pool():
            numbers = itertools.count(1)
            pool = Pool(lambda: next(numbers))
            yield pool
            assert pool.taken == 0, "a test kept an item"


        def test_reuses_items(pool):
            first = pool.take()
            pool.give_back(first)
            again = pool.take()
            assert (first, again) == (1, 1)
            pool.give_back(again)


        def test_makes_new_items_when_empty(pool):
            items = [pool.take(), pool.take()]
            assert items == [1, 2]
            for item in items:
                pool.give_back(item)
      `,
    },
  },
  {
    name: "a fixture that is made by the code under test",
    head: {
      "playlist.py": py`
        class Playlist:
            def __init__(self, *songs):
                self.songs = list(songs)
                self.position = 0

            @property
            def current(self):
                return self.songs[self.position]

            def skip(self):
                self.position = (self.position + 1) % len(self.songs)
                return self.current
      `,
      "tests/test_playlist.py": py`
        import pytest

        from playlist import Playlist


        @pytest.fixture
        def playlist():
            playlist = Playlist("a", "b", "c")
            playlist.skip()
            return playlist


        class TestSkip:
            def test_goes_on(self, playlist):
                assert playlist.skip() == "c"

            def test_starts_again(self, playlist):
                playlist.skip()
                assert playlist.skip() == "a"
                assert playlist.current == "a"
      `,
    },
  },
  {
    name: "files below tmp_path",
    head: {
      "tidy.py": py`
        import shutil


        def tidy(folder):
            """Moves every file into a folder named after its suffix; answers how many moved."""
            moved = 0
            for path in sorted(folder.iterdir()):
                if path.is_file():
                    target = folder / (path.suffix.lstrip(".") or "other")
                    target.mkdir(exist_ok=True)
                    shutil.move(str(path), target / path.name)
                    moved += 1
            return moved
      `,
      "tests/test_tidy.py": py`
        from tidy import tidy


        def test_moves_by_suffix(tmp_path):
            (tmp_path / "a.txt").write_text("a")
            (tmp_path / "b.png").write_bytes(b"b")
            (tmp_path / "README").write_text("r")
            assert tidy(tmp_path) == 3
            assert (tmp_path / "txt" / "a.txt").read_text() == "a"
            assert {path.name for path in tmp_path.iterdir()} == {"txt", "png", "other"}


        def test_leaves_folders_alone(tmp_path):
            (tmp_path / "keep").mkdir()
            assert tidy(tmp_path) == 0
            assert (tmp_path / "keep").is_dir()
      `,
    },
  },
  {
    name: "environment variables through monkeypatch",
    head: {
      "settings.py": py`
        import os


        def load_settings():
            return {
                "debug": os.environ.get("WORKSHOP_DEBUG", "0").lower() in {"1", "true", "yes"},
                "workers": int(os.environ.get("WORKSHOP_WORKERS", "2")),
                "url": os.environ["WORKSHOP_URL"],
            }
      `,
      "tests/test_settings.py": py`
        import pytest

        import settings


        def test_defaults(monkeypatch):
            monkeypatch.setenv("WORKSHOP_URL", "http://x")
            monkeypatch.delenv("WORKSHOP_DEBUG", raising=False)
            assert settings.load_settings() == {"debug": False, "workers": 2, "url": "http://x"}


        def test_overrides(monkeypatch):
            for name, value in {"URL": "u", "DEBUG": "Yes", "WORKERS": "8"}.items():
                monkeypatch.setenv(f"WORKSHOP_{name}", value)
            loaded = settings.load_settings()
            assert loaded["debug"] is True
            assert loaded["workers"] == 8


        def test_url_is_required(monkeypatch):
            monkeypatch.delenv("WORKSHOP_URL", raising=False)
            with pytest.raises(KeyError, match="WORKSHOP_URL"):
                settings.load_settings()
      `,
    },
  },
  {
    name: "printed output through capsys",
    head: {
      "table_print.py": py`
        def print_table(rows, out=None):
            widths = [max(len(str(row[column])) for row in rows) for column in range(len(rows[0]))]
            for row in rows:
                print(" | ".join(str(cell).ljust(width) for cell, width in zip(row, widths)).rstrip(), file=out)
      `,
      "tests/test_table_print.py": py`
        from table_print import print_table


        def test_aligns_columns(capsys):
            print_table([("name", "n"), ("a", 100)])
            out, err = capsys.readouterr()
            assert out == "name | n\na    | 100\n"
            assert err == ""
      `,
    },
  },
  {
    name: "log records through caplog",
    head: {
      "jobs.py": py`
        import logging

        log = logging.getLogger("workshop.jobs")


        def run_all(jobs):
            failed = 0
            for name, job in jobs.items():
                try:
                    job()
                except Exception:
                    failed += 1
                    log.exception("job %s failed", name)
                else:
                    log.info("job %s done", name)
            return failed
      `,
      "tests/test_jobs.py": py`
        import logging

        from jobs import run_all


        def broken():
            raise OSError("disk")


        def test_goes_on_after_a_failure(caplog):
            caplog.set_level(logging.INFO, logger="workshop.jobs")
            assert run_all({"a": broken, "b": lambda: None}) == 1
            assert [record.getMessage() for record in caplog.records] == ["job a failed", "job b done"]
            assert caplog.records[0].levelname == "ERROR"
            assert "disk" in caplog.text
      `,
    },
  },
  {
    name: "fixtures in a conftest that head adds",
    head: {
      "library.py": py`
        class Library:
            def __init__(self):
                self._loans = {}

            def lend(self, book, reader):
                if book in self._loans:
                    raise LookupError(f"{book} is with {self._loans[book]}")
                self._loans[book] = reader

            def give_back(self, book):
                return self._loans.pop(book)
      `,
      "tests/library/conftest.py": py`
        import pytest

        from library import Library


        @pytest.fixture
        def library():
            library = Library()
            library.lend("Emma", "ann")
            return library
      `,
      "tests/library/test_library.py": py`
        import pytest


        def test_a_book_is_lent_once(library):
            with pytest.raises(LookupError, match="Emma is with ann"):
                library.lend("Emma", "bob")


        def test_returned_books_can_be_lent_again(library):
            assert library.give_back("Emma") == "ann"
            library.lend("Emma", "bob")
            assert library.give_back("Emma") == "bob"
      `,
    },
  },
];
