"""Run the steps of action.yml on this repository's testdata as GitHub's runner would, the workflow of
docs/examples/quality-gate on its recorded outputs, and the GitLab job of docs/check.md, and read what they leave.

    python action.py REPOSITORY FOLDER

FOLDER is an empty folder for what the steps write. Needs PyYAML and junitparser, Go and bash.
"""
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

import junitparser
import yaml

repository, folder = (os.path.abspath(path) for path in sys.argv[1:])
os.makedirs(folder, exist_ok=True)
with open(os.path.join(repository, "action.yml")) as f:
    action = yaml.safe_load(f)


def check(what, condition):
    if not condition:
        sys.exit(f"FAIL {what}")


def evaluated(text, inputs, outputs):
    """Replace the expressions that action.yml and the workflow use; any other is an error."""

    def value(match):
        expression = match.group(1)
        known = {"github.action_path": repository, "github.token": "secret", "github.event.pull_request.number": "7"}
        if expression in known:
            return known[expression]
        kind, _, name = expression.partition(".")
        if kind == "inputs":
            return inputs[name]
        step = re.fullmatch(r"steps\.(\w+)\.outputs\.(\w+)", expression)
        check(f"the expression {expression} is known", step)
        return outputs.get(step.group(1), {}).get(step.group(2), "")

    return re.sub(r"\$\{\{\s*(.*?)\s*\}\}", value, text)


def run(name, given):
    """Run the action once, in the folder, and return exit status, summary, log and verdict."""
    status, summary, log, found = act(name, given, folder)
    return status, summary, log, found["verdict"]


def act(name, given, where):
    """Run the action once, in a folder, and return exit status, summary, log and outputs."""
    home = os.path.join(folder, name)
    os.makedirs(home)
    for key in given:
        check(f"the input {key} is declared", key in action["inputs"])
    for key, declared in action["inputs"].items():
        check(f"the input {key} is given or has a default", key in given or not declared.get("required"))
    inputs = {key: given.get(key, declared.get("default", "")) for key, declared in action["inputs"].items()}
    environment = dict(os.environ, RUNNER_TEMP=home)
    for key in ["GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_ENV"]:
        environment[key] = os.path.join(home, key)
        open(environment[key], "w").close()
    outputs, log, status = {}, "", 0
    for step in action["runs"]["steps"]:
        if "run" not in step:
            continue  # setting up Go, which is here
        check(f"the step {step['name']} says its shell", step["shell"] == "bash")
        with open(environment["GITHUB_PATH"]) as f:
            path = os.pathsep.join([line.strip() for line in f][::-1] + [environment["PATH"]])
        script = os.path.join(home, "step.sh")
        with open(script, "w") as f:
            f.write(evaluated(step["run"], inputs, outputs))
        variables = {key: evaluated(text, inputs, outputs) for key, text in step.get("env", {}).items()}
        # as the runner does: bash --noprofile --norc -eo pipefail
        done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", script], cwd=where, text=True,
                              env={**environment, "PATH": path, **variables}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        log += done.stdout
        with open(environment["GITHUB_OUTPUT"]) as f:
            outputs[step.get("id", "")] = dict(line.rstrip("\n").split("=", 1) for line in f)
        status = done.returncode
        if status:
            break
    with open(environment["GITHUB_STEP_SUMMARY"]) as f:
        summary = f.read()
    return status, summary, log, {key: evaluated(output["value"], inputs, outputs) for key, output in action["outputs"].items()}


def pull_request(recorded):
    """Run the workflow of the example for a pull request whose model gives a recorded output. Return the exit status of the
    job, verdict, summary, log, and the comment that it leaves."""
    where = os.path.join(folder, "gate-" + recorded)
    shutil.copytree(example, where)
    shutil.copy(os.path.join(folder, "accepted.parquet"), os.path.join(where, "test", "baseline.parquet"))
    environment = {**os.environ, "RECORDED": recorded, "PATH": os.path.join(folder, "bin") + os.pathsep + os.environ["PATH"]}
    outputs, status, summary, log = {}, 0, "", ""
    for step in workflow["jobs"]["quality"]["steps"]:
        condition = re.fullmatch(r"\$\{\{ !cancelled\(\) && (\S+) != '' \}\}", step.get("if", ""))
        check(f"the condition of {step} is known", condition or "if" not in step)
        if (condition and not evaluated("${{ " + condition[1] + " }}", {}, outputs)) or (status and not condition):
            continue
        if "run" in step:
            variables = {key: evaluated(text, {}, outputs) for key, text in step.get("env", {}).items()}
            done = subprocess.run(["bash", "-e", "-c", evaluated(step["run"], {}, outputs)], cwd=where, env={**environment, **variables},
                                  text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            log += done.stdout
            status = status or done.returncode
        elif step["uses"].startswith("wordrotator/wrd@"):
            done, summary, said, outputs[step["id"]] = act("gate-action-" + recorded, step["with"], where)
            log, status = log + said, status or done
        else:
            check(f"{step['uses']} gets the repository, which is here", step["uses"].startswith("actions/checkout@"))
    comment = os.path.join(where, "comment.md")
    check(f"the pull request has a comment ({log})", os.path.exists(comment))
    with open(comment) as f:
        return status, outputs["check"]["verdict"], summary, log, f.read()


texts = os.path.join(repository, "testdata", "mt")
good, bad, reference = (os.path.join(texts, name) for name in ["system-a.txt", "system-b.txt", "reference.txt"])
os.symlink(bad, os.path.join(folder, "a file; echo oops $(echo oops).txt"))  # an input that is no script

first = {"candidate": f"mine={good}\n", "reference": reference, "baseline": "baseline.parquet"}
status, summary, log, verdict = run("missing", first)
check(f"without a baseline the action fails, says why ({log!r})", status == 2 and "there is no baseline yet" in log and verdict == "")
check(f"so does the summary ({summary!r})", summary.startswith("### wrd check: no verdict\n\n    wrd: baseline.parquet: there is no baseline yet\n") and "::" not in summary)
check("an annotation says it too", re.search(r"^::error title=wrd check%3A no verdict::baseline\.parquet: there is no baseline yet$", log, re.MULTILINE))

status, summary, log, verdict = run("first", {**first, "args": "--update\n"})
check(f"the first run stores the baseline ({log})", status == 0 and verdict == "new baseline")
check("the baseline is there", os.path.exists(os.path.join(folder, "baseline.parquet")))

status, summary, log, verdict = run("same", first)
check(f"the same outputs pass ({log})", status == 0 and verdict == "pass" and summary.startswith("### wrd check: pass\n"))

odd = "mine=a file; echo oops $(echo oops).txt"
status, summary, log, verdict = run("worse", {**first, "candidate": odd, "junit": "junit.xml", "args": "--worst\n3\n", "measure": "wrd"})
check(f"worse outputs fail ({log})", status == 1 and verdict == "regression")
check("the summary is a table with the segments", "| mine | wrd | baseline |" in summary and summary.count(", line ") == 3)
annotations = re.findall(r"^::error file=([^,:]*),(?:line=(\d+),)?title=[^:]*::.+$", log, re.MULTILINE)
check(f"annotations for the test and each segment ({log})", len(annotations) == 4 and all(line for _, line in annotations[1:]))
check("no part of an input was run", "\noops" not in log)

status, summary, log, verdict = run("floor", {"candidate": good, "reference": reference, "floor": "wrd=0.2"})
check(f"a floor without a baseline ({log})", status == 0 and verdict == "pass")

status, summary, log, verdict = run("purpose", {"candidate": good, "reference": reference, "purpose": "summary", "floor": "wrd_recall=0.2"})
check(f"a purpose chooses the measure ({log})", status == 0 and verdict == "pass" and "recall" in summary)

status, summary, log, verdict = run("encoder", {**first, "encoder": "context-en", "purpose": "translation",
                                                "baseline": "context.parquet", "args": "--update"})
check(f"an encoder gives the vectors ({log})", status == 0 and verdict == "new baseline" and "encoder:context-en@" in summary)
status, summary, log, verdict = run("folder", {**first, "encoder": os.path.join(repository, "metric", "encoder", "testdata", "bert"),
                                               "baseline": "", "floor": "wrd=2"})
check(f"so does a folder, which is not downloaded ({log})", status == 0 and verdict == "pass" and "encoder:bert@" in summary)
status, summary, log, verdict = run("no encoder", {**first, "encoder": "no-such-encoder"})
check(f"an encoder that is not there is no verdict ({log})", status == 2 and verdict == "" and "no-such-encoder" in summary)

status, summary, log, verdict = run("options", {**first, "args": "--oov\nskip"})
check(f"other options are an error ({log})", status == 2 and "oov is own in baseline.parquet, skip in this run" in log)

status, summary, log, verdict = run("max-broken", {**first, "max-broken": "x"})
check(f"a limit of broken outputs is handed on ({log})", status == 2 and '--max-broken: found "x", expected' in log)

# The example: good, emptied and worse outputs on a pull request. gh only notes what it is told.
example = os.path.join(repository, "docs", "examples", "quality-gate")
with open(os.path.join(example, "quality.yml")) as f:
    workflow = yaml.safe_load(f)
os.makedirs(os.path.join(folder, "bin"))
with open(os.path.join(folder, "bin", "gh"), "w") as f:
    f.write("#!/bin/sh\nfor last; do :; done\ncp \"$last\" comment.md\necho \"gh $GH_TOKEN $*\"\n")
os.chmod(os.path.join(folder, "bin", "gh"), 0o755)
status, summary, log, verdict = run("accepted", {"candidate": "model=" + os.path.join(example, "recorded", "accepted.txt"), "args": "--update",
                                                 "reference": os.path.join(example, "test", "reference.txt"), "baseline": "accepted.parquet"})
check(f"the accepted run is stored ({log})", status == 0 and verdict == "new baseline")
for recorded, want, verdict, said in [
    ("good", 0, "pass", "| model | wrd | baseline |"),
    ("emptied", 1, "broken", "5 of 40 outputs of model are newly broken, more than the 0 allowed: 5 empty (lines 2, 10, 18, 26, 34)."),
    ("worse", 1, "regression", "the drop is significant and above the margin 0.0241 (3 points)"),
]:
    status, found, summary, log, comment = pull_request(recorded)
    check(f"{recorded}: {want} and {verdict}, found {status} and {found} ({log})", (status, found) == (want, verdict))
    check(f"{recorded}: the summary says why ({summary})", summary.startswith(f"### wrd check: {verdict}\n") and said in summary.replace("\\", ""))
    check(f"{recorded}: the comment is the summary", comment == summary)
    check(f"{recorded}: it is the pull request's ({log})", "gh secret pr comment 7 --edit-last --create-if-none --body-file " in log)
    status, _, log, found = run("texts " + recorded, {"candidate": "model=" + os.path.join(example, "recorded", recorded + ".txt"),
                                                      "reference": os.path.join(example, "test", "reference.txt"),
                                                      "baseline": os.path.join(example, "recorded", "accepted.txt")})
    check(f"{recorded}: so it is with the accepted texts ({log})", (status, found) == (want, verdict))
    check(f"{recorded}: JUnit XML is there", os.path.getsize(os.path.join(folder, "gate-" + recorded, "wrd.xml")) > 0)

# JUnit XML as Python's own parser and junitparser read it.
path = os.path.join(folder, "junit.xml")
root = xml.etree.ElementTree.parse(path).getroot()
check("the root is testsuites", root.tag == "testsuites" and root.get("failures") == "1")
suites = list(junitparser.JUnitXml.fromfile(path))
cases = [case for suite in suites for case in suite]
check("one suite of two tests, one of which failed", len(suites) == 1 and len(cases) == 2 and suites[0].failures == 1 and suites[0].tests == 2)
check("no output is broken", cases[0].name == "broken outputs" and cases[0].is_passed)
check("the case is named", cases[1].name == "wrd against baseline" and cases[1].classname == "wrd.mine")
check("the failure says why", isinstance(cases[1].result[0], junitparser.Failure) and "significant" in cases[1].result[0].message)

# The GitLab job of the documentation, with wrd from this checkout and a translator that gives the worse system's texts.
with open(os.path.join(repository, "docs", "check.md")) as f:
    blocks = re.findall(r"^```yaml\n(.*?)^```$", f.read(), re.MULTILINE | re.DOTALL)
jobs = [job for block in blocks for job in yaml.safe_load(block).values() if isinstance(job, dict) and "script" in job]
check("the documentation has one GitLab job", len(jobs) == 1)
home = os.path.join(folder, "gitlab")
os.makedirs(os.path.join(home, "test"))
for source, name in [(reference, "test/reference.txt"), (reference, "test/source.txt")]:
    shutil.copy(source, os.path.join(home, name))
with open(os.path.join(home, "translate.sh"), "w") as f:
    f.write(f"#!/bin/sh\ncat >/dev/null\ncat '{bad}'\n")
os.chmod(os.path.join(home, "translate.sh"), 0o755)
shutil.copy(os.path.join(folder, "baseline.parquet"), os.path.join(home, "test/baseline.parquet"))
installs = [line for line in jobs[0]["script"] if line.startswith("go install")]
check("the job installs wrd", len(installs) == 1 and "github.com/wordrotator/wrd/cli/wrd@" in installs[0])
script = "\n".join(line for line in jobs[0]["script"] if line not in installs)
path = os.path.join(folder, "first", "wrd-bin") + os.pathsep + os.environ["PATH"]
done = subprocess.run(["bash", "-eo", "pipefail", "-c", script], cwd=home, env={**os.environ, "PATH": path}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
check(f"the GitLab job fails with the regression ({done.stdout})", done.returncode == 1 and "### wrd check: regression" in done.stdout)
for artifact in jobs[0]["artifacts"]["paths"] + [jobs[0]["artifacts"]["reports"]["junit"]]:
    check(f"the artifact {artifact} is there", os.path.getsize(os.path.join(home, artifact)) > 0)
print("1 passed, 0 failed")
