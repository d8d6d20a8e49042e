"""Puts the commit into the version of what is built from a checkout; everything else is in pyproject.toml."""

import runpy
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).parent
label = runpy.run_path(str(HERE / "bot/process/commit.py"))["commit_label"](HERE)
setup(options={"egg_info": {"tag_build": label}} if label else {})
