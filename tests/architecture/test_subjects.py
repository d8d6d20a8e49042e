"""Commits are known by their subjects, wherever the check is run; and by the version that is told."""

import subprocess

import pytest

from bot.process.commit import commit_label
from tests.architecture.subjects import LONGEST, main

FITS, TOO_LONG = "é" * LONGEST, "é" * (LONGEST + 1)
AS_SOMEBODY = ("-c", "user.name=Ana", "-c", "user.email=ana@example.com", "-c", "commit.gpgsign=false")


def git(folder, *arguments):
    return subprocess.run(
        ["git", *AS_SOMEBODY, *arguments], cwd=folder, check=True, capture_output=True, text=True
    ).stdout


def commit(folder, subject):
    git(folder, "commit", "--quiet", "--allow-empty", "--message", subject)


@pytest.fixture
def repository(tmp_path):
    git(tmp_path, "init", "--quiet", "origin")
    return tmp_path / "origin"


def test_a_subject_of_72_characters_fits_and_a_longer_one_is_named(repository, capsys):
    commit(repository, f"{FITS}\n\n{TOO_LONG}")
    assert (main(repository), capsys.readouterr().out) == (0, "")
    commit(repository, TOO_LONG)
    number = git(repository, "rev-parse", "--short", "HEAD").strip()
    assert main(repository) == 1
    assert capsys.readouterr().out == f"subject over 72 characters: {number} {TOO_LONG}\n"


def test_what_is_older_than_the_newest_tag_is_not_looked_at(repository):
    commit(repository, TOO_LONG)
    git(repository, "tag", "v1")
    assert main(repository) == 0
    commit(repository, FITS)
    assert main(repository) == 0
    commit(repository, TOO_LONG)
    assert main(repository) == 1


def test_a_shallow_clone_is_checked_as_far_as_it_goes(repository, tmp_path):
    commit(repository, TOO_LONG)
    commit(repository, FITS)
    git(tmp_path, "clone", "--quiet", "--depth=1", repository.as_uri(), "shallow")
    assert main(tmp_path / "shallow") == 0
    commit(tmp_path / "shallow", TOO_LONG)
    assert main(tmp_path / "shallow") == 1


@pytest.mark.parametrize("lacking", ["commits", "repository", "git"])
def test_without_git_or_commits_it_says_that_nothing_was_checked(repository, lacking, monkeypatch, capsys):
    if lacking != "commits":
        commit(repository, TOO_LONG)
    if lacking == "git":
        monkeypatch.setenv("PATH", str(repository))
    checked = repository / "no-repository" if lacking == "repository" else repository
    checked.mkdir(exist_ok=True)
    assert main(checked) == 0
    assert capsys.readouterr().out == "commit subjects were not checked: there is no git, or no commit\n"


def test_the_label_of_a_version_is_the_commit_and_whether_a_file_differs(repository, monkeypatch):
    (repository / "file").touch()
    git(repository, "add", "file")
    commit(repository, FITS)
    git(repository, "tag", "v1")
    number = git(repository, "rev-parse", "--short=12", "HEAD").strip()
    assert commit_label(repository) == f"+g{number}"
    (repository / "file").write_text("changed")
    assert commit_label(repository) == f"+g{number}.changed"
    monkeypatch.setenv("PATH", str(repository))
    assert commit_label(repository) == ""


def test_a_folder_within_a_checkout_has_no_label(repository):
    commit(repository, FITS)
    (repository / "copy").mkdir()
    assert commit_label(repository / "copy") == ""
