"""What the harness reads from and writes into Python source, by syntax tree. Standard library only, Python 3.8 and later."""
