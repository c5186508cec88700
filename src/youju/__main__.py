"""`python -m youju` is the command `youju`."""

from youju.cli.main import run

if __name__ == "__main__":
    run()
