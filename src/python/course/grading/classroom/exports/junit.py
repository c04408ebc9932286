"""JUnit XML, for whatever shows test reports: a suite for each submission, a case for each check.

Its schema is Jenkins's junit-10.xsd, in the repository jenkinsci/xunit-plugin.
"""

from collections.abc import Iterable, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from course.grading.result import Result
from course.grading.text import on_one_line
from course.grading.verdicts import AGAIN, NOT_LOOKED_AT, Verdict


def document(results: Sequence[Result]) -> str:
    root = Element("testsuites", {"name": "./course grade"})
    root.extend(_suite(result) for result in results)
    root.attrib |= _counts(root.iter("testcase"))
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _suite(result: Result) -> Element:
    suite = Element(
        "testsuite",
        {
            "name": on_one_line(f"{result.learner}/{result.exercise}"),
            "timestamp": result.run.started,
            "time": f"{result.run.seconds:.3f}",
        },
    )
    if result.check is None and result.verdict != Verdict.PASS:
        # It got no further than this: no check has a verdict that would say so.
        case = SubElement(suite, "testcase", _case("submission", result))
        _outcome(case, result.verdict, result.message)
    for check in result.checks:
        case = SubElement(suite, "testcase", _case(check.name, result))
        if check.verdict is None:
            SubElement(case, "skipped", {"message": NOT_LOOKED_AT})
        elif check.verdict != Verdict.PASS:
            _outcome(case, check.verdict, check.message)
    cases = list(suite.iter("testcase"))
    skipped = sum(case.find("skipped") is not None for case in cases)
    suite.attrib |= {**_counts(cases), "skipped": str(skipped)}
    return suite


def _case(name: str, result: Result) -> dict[str, str]:
    return {"name": name, "classname": result.exercise}


def _outcome(case: Element, verdict: str, message: str) -> None:
    """What is the submission's fault is a failure; what must be graded again, an error."""
    kind = "error" if verdict in AGAIN else "failure"
    first = message.partition("\n")[0]
    SubElement(case, kind, {"type": verdict, "message": first}).text = message


def _counts(cases: Iterable[Element]) -> dict[str, str]:
    known = list(cases)
    return {
        "tests": str(len(known)),
        "failures": str(sum(case.find("failure") is not None for case in known)),
        "errors": str(sum(case.find("error") is not None for case in known)),
    }
