"""Lies first on PYTHONPATH, so that every Python below a command of the user's loads it: where unittest is imported there, it gets
the harness's reporter. The sitecustomize that this one hides is run, too.
"""

import importlib
import importlib.util
import os
import sys

OWN_FOLDER = os.path.dirname(os.path.abspath(__file__))


class Finder:
    """Finds unittest as everybody else does, and has the reporter installed when it is loaded."""

    def find_spec(self, name, path=None, target=None):
        if name != "unittest":
            return None
        # `python -m` looks for it before it is loaded.
        at = sys.meta_path.index(self)
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        sys.meta_path.insert(at, self)
        load = spec.loader.exec_module

        def load_and_install(module):
            sys.meta_path.remove(self)
            load(module)
            import baton_unittest

            baton_unittest.install_later()

        spec.loader.exec_module = load_and_install
        return spec


def _run_hidden():
    own = sys.modules.pop("sitecustomize", None)
    entries = [entry for entry in sys.path if os.path.abspath(entry) != OWN_FOLDER]
    sys.path[:] = entries
    try:
        importlib.import_module("sitecustomize")
    except ModuleNotFoundError as error:
        if error.name != "sitecustomize":
            raise
        sys.modules["sitecustomize"] = own


if os.environ.get("BATON_REPORT_DIR"):
    sys.meta_path.insert(0, Finder())
_run_hidden()
