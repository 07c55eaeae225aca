"""Actions on a page while it is recorded: clicks, typing, scrolling, waiting."""
import json
import time

from .common import PATIENCE, PageError

WORDS = """\
click SELECTOR       clicks the middle of an element
type SELECTOR TEXT   puts the text into a field, letter by letter
scroll PIXELS        scrolls the page down, or up if the number is negative
wait MILLISECONDS    waits so long
wait SELECTOR        waits until there is such an element
wait title=TEXT      waits until the page has this title"""


class Action:
    """One action, as written: `click #go`."""

    def __init__(self, text):
        self.text = text
        self.word, _, rest = text.strip().partition(" ")
        self.rest = rest.strip()
        if self.word not in ("click", "type", "scroll", "wait") or not self.rest:
            raise PageError(f"'{text}' is no action; the actions are:\n{WORDS}")
        if self.word == "scroll" and not self.rest.removeprefix("-").isdigit():
            raise PageError(f"'{text}': a number of pixels is expected")
        if self.word == "type":
            self.rest, _, self.typed = self.rest.partition(" ")
            if not self.typed:
                raise PageError(f"'{text}': a text is expected behind the selector")

    def run(self, evaluate, click=None, press=None):
        """Runs it with a function that evaluates an expression; real input if that is given, too."""
        selector = json.dumps(self.rest)
        element = f"document.querySelector({selector})"
        if self.word == "wait":
            return self._wait(evaluate)
        if self.word == "scroll":
            return evaluate(f"window.scrollBy(0, {self.rest})")
        place = evaluate(
            f"(() => {{ const e = {element}; if (!e) return ''; e.scrollIntoView({{block: 'center'}});"
            " const r = e.getBoundingClientRect(); if (!r.width || !r.height) return 'hidden';"
            " return (r.x + r.width / 2) + ' ' + (r.y + r.height / 2) })()")
        if not place:
            raise PageError(f"'{self.text}': the page has no element {self.rest}")
        if place == "hidden":
            raise PageError(f"'{self.text}': the element {self.rest} is not visible")
        x, y = map(float, place.split())
        if self.word == "type":
            evaluate(f"{element}.focus()")
            for letter in self.typed:
                if press:
                    press(letter)
                else:
                    evaluate(
                        f"(() => {{ const e = {element}; e.value += {json.dumps(letter)};"
                        " e.dispatchEvent(new InputEvent('input', {bubbles: true})) })()")
        elif click:
            click(x, y)
        else:
            evaluate(f"{element}.click()")

    def _wait(self, evaluate):
        if self.rest.isdigit():
            return time.sleep(int(self.rest) / 1000)
        if self.rest.startswith("title="):
            condition = f"document.title === {json.dumps(self.rest[len('title='):])}"
        else:
            condition = f"document.querySelector({json.dumps(self.rest)}) !== null"
        end = time.monotonic() + PATIENCE
        while not evaluate(condition):
            if time.monotonic() > end:
                raise PageError(f"'{self.text}': not within {PATIENCE} s")
            time.sleep(0.1)


def clicking(selector):
    """The actions of a page that sets its title to "done" after the click."""
    return [Action(f"click {selector}"), Action("wait title=done")]
