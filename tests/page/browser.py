# SPDX-License-Identifier: Apache-2.0
"""Drives Debian's Chromium over a pipe with its DevTools protocol: the standard library is enough."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any


def chromium() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    """One Chromium without a window. Nothing is let out of it: names resolve to nowhere."""

    def __init__(self, *arguments: str) -> None:
        self._profile = tempfile.mkdtemp(prefix="bubblescope-chromium-")
        to_browser, self._writer = os.pipe()
        self._reader, from_browser = os.pipe()
        # The browser reads its pipe 3 and writes its pipe 4.
        script = f'exec 3<&{to_browser} 4>&{from_browser}; exec "$@"'
        command = [chromium() or "", "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                   "--no-first-run", "--disable-extensions", "--disable-background-networking", "--disable-component-update",
                   "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={self._profile}", "--remote-debugging-pipe", *arguments]
        self._process = subprocess.Popen(["/bin/bash", "-c", script, "browser", *command], pass_fds=(to_browser, from_browser),
                                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self._number = 0
        self._rest = b""
        self.events: list[dict[str, Any]] = []

    def close(self) -> None:
        try:
            self.call("Browser.close")
            self._process.wait(20)
        except (OSError, EOFError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        os.close(self._writer)
        os.close(self._reader)
        shutil.rmtree(self._profile, ignore_errors=True)

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def call(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        rest = json.dumps(message).encode() + b"\0"
        while rest:
            rest = rest[os.write(self._writer, rest):]
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            piece = os.read(self._reader, 1 << 20)
            if not piece:
                raise EOFError("Chromium has ended")
            self._rest += piece
        message, self._rest = self._rest.split(b"\0", 1)
        return json.loads(message)

    def open(self, path: Path, width: int = 1280, height: int = 800, dark: bool = False, ratio: float = 1) -> Tab:
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        tab = Tab(self, self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])
        for domain in ("Page", "Runtime", "Network", "Log"):
            tab.call(f"{domain}.enable")
        tab.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=ratio, mobile=False)
        tab.theme(dark)
        tab.call("Page.navigate", url=path.absolute().as_uri())
        tab.wait("document.documentElement?.dataset.ready !== undefined")
        return tab


class Tab:
    """One page."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser = browser
        self._session = session

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._browser.call(method, self._session, **parameters)

    def theme(self, dark: bool) -> None:
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def value(self, expression: str) -> Any:
        """What a JavaScript expression, or what it promises, is."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", str(answer)))
        return answer["result"].get("value")

    def wait(self, condition: str, seconds: float = 60) -> None:
        until = time.monotonic() + seconds
        while not self.value(condition):
            if time.monotonic() > until:
                raise TimeoutError(condition)
            time.sleep(0.02)

    def frame(self) -> None:
        """Lets the page draw what was asked for."""
        self.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")

    def mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x: float, y: float, count: int = 1, modifiers: int = 0) -> None:
        self.mouse("mouseMoved", x, y)
        for number in range(1, count + 1):
            for kind in ("mousePressed", "mouseReleased"):
                self.mouse(kind, x, y, button="left", clickCount=number, modifiers=modifiers)
        self.frame()

    def click_element(self, selector: str, modifiers: int = 0) -> None:
        x, y = self.value(f"""(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{ block: "nearest" }});
                              const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()""")
        self.click(x, y, modifiers=modifiers)

    def drag(self, start: tuple[float, float], end: tuple[float, float], button: str = "left") -> None:
        self.mouse("mouseMoved", *start)
        self.mouse("mousePressed", *start, button=button, clickCount=1)
        self.mouse("mouseMoved", *end, button=button)
        self.mouse("mouseReleased", *end, button=button, clickCount=1)
        self.frame()

    def wheel(self, x: float, y: float, amount: float, modifiers: int = 0) -> None:
        self.mouse("mouseWheel", x, y, deltaX=0, deltaY=amount, modifiers=modifiers)
        self.frame()

    ALT, CTRL, SHIFT = 1, 2, 8

    def key(self, key: str, modifiers: int = 0) -> None:
        text = key if len(key) == 1 and not modifiers & (self.CTRL | self.ALT) else ""
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, modifiers=modifiers, text=text if kind == "keyDown" else "")
        self.frame()

    def screenshot(self, path: Path, whole: bool = False) -> None:
        self.frame()
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        path.write_bytes(base64.b64decode(data))

    def pdf(self) -> bytes:
        return base64.b64decode(self.call("Page.printToPDF", landscape=True, printBackground=True)["data"])

    def problems(self) -> list[str]:
        """Errors that the page threw or logged, and whatever it asked a network for."""
        found = []
        for event in self._browser.events:
            parameters = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                found.append(parameters["exceptionDetails"].get("exception", {}).get("description", "exception"))
            elif event.get("method") == "Log.entryAdded" and parameters["entry"]["level"] == "error":
                found.append(parameters["entry"]["text"])
            elif event.get("method") == "Network.requestWillBeSent" and not parameters["request"]["url"].startswith(("file:", "data:", "about:")):
                found.append("asked for " + parameters["request"]["url"])
        return found
