"""The report in a real browser, as somebody uses it: sorted, searched, taken away, on a phone, in the dark."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from report.pages import write

BROWSER, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (BROWSER and DRIVER), reason="needs Chromium and ChromeDriver from the system's packages"),
]
#: a computer and a phone
SIZES = [(1366, 768), (390, 844)]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("page"))


@pytest.fixture(params=SIZES, ids=["computer", "phone"])
def browser(request: pytest.FixtureRequest, page: Path, tmp_path: Path) -> Iterator[Any]:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    width, height = request.param
    options = webdriver.ChromeOptions()
    options.binary_location = str(BROWSER)
    for flag in ("headless", "no-sandbox", "disable-gpu", "disable-background-networking", f"user-data-dir={tmp_path}"):
        options.add_argument(f"--{flag}")
    options.add_experimental_option("mobileEmulation", {"deviceMetrics": {"width": width, "height": height}})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options, Service(DRIVER))
    driver.implicitly_wait(10)
    driver.get(page.as_uri())
    yield driver
    driver.quit()


def rows(browser: Any, id: str) -> list[str]:
    """First cells of the table of a section."""
    script = "return [...document.querySelectorAll(`#${arguments[0]} tbody tr`)].map((row) => row.cells[0].innerText)"
    found: list[str] = browser.execute_script(script, id)
    return [one.strip().removesuffix(" *") for one in found]


def test_a_page_is_whole_and_fits(browser: Any) -> None:
    browser.find_element("css selector", ".chart svg")
    drawn = browser.execute_script("return document.querySelectorAll('.chart').length")
    assert drawn >= 5
    full = "return [...document.querySelectorAll('.chart')].filter((one) => one.querySelector('svg')).length"
    assert drawn == browser.execute_script(full)
    wide = "return [document.documentElement.scrollWidth, window.innerWidth]"
    scrolled, room = browser.execute_script(wide)
    assert scrolled <= room
    assert browser.find_element("tag name", "h1").text == "Games <nobody> played"
    assert [one for one in browser.get_log("browser") if one["level"] == "SEVERE"] == []


def test_tables_sort_search_and_filter(browser: Any) -> None:
    before = rows(browser, "cards")
    assert len(before) == 12 and before[-1] < before[0]
    heading = browser.find_element("css selector", "#cards thead button")
    browser.execute_script("arguments[0].focus()", heading)
    heading.send_keys("\n")
    assert rows(browser, "cards") == sorted(before)
    heading.send_keys("\n")
    assert rows(browser, "cards") == sorted(before, reverse=True)
    search = browser.find_element("css selector", "#cards input[type=search]")
    search.send_keys("card 07")
    assert rows(browser, "cards") == ["Card 07"]
    assert "1 of 12" in browser.find_element("css selector", "#cards output").text
    search.clear()
    search.send_keys("nothing like this")
    assert rows(browser, "cards") == []


def test_marks_themes_and_downloads(browser: Any) -> None:
    assert browser.execute_script("return document.querySelectorAll('#cards .mark').length") == 1
    theme = "return document.documentElement.dataset.theme"
    first = browser.execute_script(theme)
    browser.find_element("id", "theme").click()
    assert browser.execute_script(theme) != first
    caught = """
        const found = []; URL.createObjectURL = (blob) => { found.push(blob); return "blob:none"; };
        HTMLAnchorElement.prototype.click = function () { found.push(this.download); };
        document.querySelector("#cards .tools button").click();
        const done = arguments[0]; found[0].text().then((text) => done([text, found[1]]));
    """
    text, name = browser.execute_async_script(caught)
    assert name == "cards.csv"
    assert text.splitlines()[0].startswith("card,acquired by,win rate when available,win rate when available low")
    assert len(text.splitlines()) == 13
