#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""check_flatpak.py SOURCE: the Flatpak manifest names what the other files of packaging name, builds every library that we look for and org.kde.Sdk
lacks, and takes each by its checksum. Whether it is a manifest at all, validate.sh asks flatpak-builder. 77 = no PyYAML."""

import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

try:
    import yaml
except ImportError:
    print("There is no PyYAML here: apt-get install python3-yaml")
    sys.exit(77)

source = Path(sys.argv[1])
wrong: list[str] = []


def expect(holds: object, text: str) -> None:
    if not holds:
        wrong.append(text)


paths = list((source / "packaging/flatpak").glob("*.yml"))
expect(len(paths) == 1, f"{len(paths)} manifests")
path = paths[0]
manifest = yaml.safe_load(path.read_text())
name = re.search(r"BUBBLESCOPE_APP_ID (\S+)\)", (source / "packaging/CMakeLists.txt").read_text())[1]
metainfo = ElementTree.parse(source / f"resources/metainfo/{name}.metainfo.xml").getroot()
desktop = (source / f"resources/desktop/{name}.desktop").read_text()
expect(manifest["app-id"] == name == path.stem == metainfo.findtext("id"), "ids differ")
expect(metainfo.findtext("launchable") == f"{name}.desktop", "the metainfo launches another desktop entry")
expect(set(re.findall(r"^Exec=(\S+)", desktop, re.M)) == {manifest["command"]}, "the desktop entry starts another program")
expect(re.search(rf"^Icon={re.escape(name)}$", desktop, re.M), "the desktop entry's icon is not named by the id")
expect(manifest["runtime"] == "org.kde.Platform" and manifest["sdk"] == "org.kde.Sdk", "runtime")
expect(re.fullmatch(r"6\.\d+", manifest["runtime-version"]), "the runtime is not of Qt 6")
expect("--share=network" not in manifest["finish-args"], "the program needs no network")
for module in manifest["modules"]:
    for one in module["sources"]:
        if one["type"] == "git":
            expect(re.fullmatch("[0-9a-f]{40}", one.get("commit", "")), f"{module['name']}: no commit")
        elif one["type"] == "archive":
            expect(re.fullmatch("[0-9a-f]{64}", one.get("sha256", "")), f"{module['name']}: no sha256")
        else:
            expect(one["type"] == "dir" and (path.parent / one["path"]).resolve() == source.resolve(), f"{module['name']}: another folder")
own = manifest["modules"][-1]
options = set(re.findall(r"\b(BUBBLESCOPE_[A-Z_]+)\b", "".join(
    (source / file).read_text() for file in ("CMakeLists.txt", "cmake/Cuda.cmake"))))
for option in own["config-opts"]:
    key = option.removeprefix("-D").partition("=")[0]
    expect(key in options or key.startswith("CMAKE_"), f"{key} is no option of ours")
libraries = {"fmt": "fmt", "tl-expected": "tl-expected", "nlohmann_json": "nlohmann-json", "CLI11": "cli11", "simdjson": "simdjson"}
names = [module["name"] for module in manifest["modules"]]
runtime = {"ZLIB", "SQLite3", "PkgConfig", "Threads"}  # what org.kde.Sdk has
for found in re.findall(r"find_package\((\S+) REQUIRED\)", (source / "cmake/Dependencies.cmake").read_text()):
    expect(found in runtime or libraries.get(found) in names, f"{found} is neither built nor in the runtime")
print("\n".join(wrong))
sys.exit(bool(wrong))
