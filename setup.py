"""Builds from the files of a checkout alone, with the commit in the version; everything else is in pyproject.toml."""

import runpy
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent


class FreshBuild(build_py):
    """A build without the files of an earlier one, which would be installed although this version has them no more."""

    def run(self) -> None:
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


label = runpy.run_path(str(HERE / "bot/process/commit.py"))["commit_label"](HERE)
setup(cmdclass={"build_py": FreshBuild}, options={"egg_info": {"tag_build": label}} if label else {})
