# SPDX-License-Identifier: Apache-2.0
"""on_gpu.sh from begin to end, with a script in the probe's place that ends as a good probe does on a machine whose
cuBLAS is where --library-path says, and nowhere else. on_gpu_test.py PROBE"""
import json
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest

from judge_test import good_results

HERE = pathlib.Path(__file__).parent
PROBE = sys.argv[-1]
# In this order the probe looks: at the index, then for the library, then at what is asked of the device.
STAND_IN = r"""#!/bin/sh
trap 'exit 130' TERM
arguments=" $* "
case $arguments in
    *" --list-devices "*) echo "0  NVIDIA H200  132 SMs  141 GB"; exit 0 ;;
    *" --estimate "*) exec {probe} "$@" ;;
    *" --dtype fp8 --seq 8200 "*) exit 26 ;;
esac
while [ $# -gt 0 ]; do
    case $1 in --out) out=$2 ;; esac
    shift
done
[ -d "$(dirname "$out")" ] || exit 10
case $arguments in *" --library-path {library} "*) ;; *) exit 24 ;; esac
[ -z "${{CUDA_VISIBLE_DEVICES-x}}" ] && exit 22
case $arguments in
    *" --device 99 "*) exit 22 ;;
    *" --micro-batch 1024 "*) exit 25 ;;
    *" --max-seconds 1 "*) exit 28 ;;
esac
results={results}/$(basename "$out")
if [ ! -e "$results" ]; then
    sleep 60 &
    wait $!
    exit 1
fi
cp "$results" "$out"
echo "$arguments" >>{results}/arguments
"""


class OnGpuTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        for name in ("library", "results"):
            (self.root / name).mkdir()
        for name, value in good_results().items():
            if name != "g7":
                (self.root / "results" / (name + ".json")).write_text(json.dumps(value))
        self.probe = self.root / "probe"
        self.probe.write_text(STAND_IN.format(probe=PROBE, library=self.root / "library",
                                              results=self.root / "results"))
        self.probe.chmod(self.probe.stat().st_mode | stat.S_IXUSR)

    def run_script(self, *more):
        return subprocess.run(["sh", str(HERE / "on_gpu.sh"), *more, "--probe", str(self.probe), "--library-path",
                               str(self.root / "library"), "--keep", str(self.root / "kept")], capture_output=True,
                              text=True, check=False)

    def test_a_good_probe_passes(self):
        ran = self.run_script()
        self.assertEqual((ran.returncode, ran.stdout.splitlines()[-1]), (0, "all pass"), ran.stdout + ran.stderr)
        said = (self.root / "results" / "arguments").read_text().splitlines()
        for run in ("first", "second", "emulation", "real", "compare-gpt", "self-check-fp8-block", "experts-fp8"):
            self.assertEqual(len([line for line in said if f"/{run}.json" in line]), 1)
        self.assertEqual(len([line for line in said if " compare-torch " in line]), 5)
        # Attention as it comes: fused where cuDNN is.
        self.assertFalse([line for line in said if " --attention " in line])
        self.assertFalse((self.root / "kept" / "cancelled.json").exists())

    def test_only_what_is_named(self):
        ran = self.run_script("--only", "G1 G8")
        self.assertEqual((ran.returncode, ran.stdout.splitlines()[-1]), (0, "all pass"), ran.stdout + ran.stderr)
        said = (self.root / "results" / "arguments").read_text()
        self.assertNotIn("/first.json", said)
        self.assertIn("/compare-gpt.json", said)
        self.assertIn("G8 pass", ran.stdout)
        self.assertNotIn("G7", ran.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
