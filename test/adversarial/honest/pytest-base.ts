import { py } from "../../support/python.ts";
import type { Files } from "../../support/repository.ts";

/** A small project as found in the wild: a src layout beside flat modules, tests in a folder and inside a package. */
export const base: Files = {
  "pyproject.toml": py`
    [project]
    name = "workshop"
    version = "1.4.0"
    requires-python = ">=3.9"

    [tool.pytest.ini_options]
    pythonpath = ["src", "."]
    addopts = "-ra --strict-markers"
    markers = ["slow: takes longer than a second"]
  `,
  ".gitignore": "__pycache__/\n.pytest_cache/\n",
  "README.md": "# Workshop\n\nSmall tools.\n",
  "src/ledger/__init__.py": py`
    """Bookkeeping."""

    from ledger.account import Account

    __all__ = ["Account"]
  `,
  "src/ledger/account.py": py`
    class Account:
        def __init__(self, owner):
            self.owner = owner
            self.entries = []

        def post(self, amount):
            if amount == 0:
                raise ValueError("an entry must not be zero")
            self.entries.append(amount)

        @property
        def balance(self):
            return sum(self.entries)
  `,
  "tests/test_account.py": py`
    import pytest

    from ledger import Account


    @pytest.fixture
    def account():
        return Account("ann")


    def test_starts_empty(account):
        assert account.balance == 0


    def test_sums_entries(account):
        account.post(5)
        account.post(-2)
        assert account.balance == 3


    def test_refuses_zero(account):
        with pytest.raises(ValueError, match="must not be zero"):
            account.post(0)
  `,
  "textkit.py": py`
    def words(text):
        return text.split()
  `,
  "tests/test_textkit.py": py`
    from textkit import words


    def test_words():
        assert words("a bc  d") == ["a", "bc", "d"]
  `,
  "inventory/__init__.py": "",
  "inventory/stock.py": py`
    class Stock:
        def __init__(self, items=None):
            self.items = dict(items or {})

        def count(self, name):
            return self.items.get(name, 0)
  `,
  "inventory/tests/__init__.py": "",
  "inventory/tests/test_stock.py": py`
    from inventory.stock import Stock


    def test_counts_what_is_there():
        assert Stock({"nail": 3}).count("nail") == 3


    def test_counts_nothing_for_strangers():
        assert Stock().count("nail") == 0
  `,
};
