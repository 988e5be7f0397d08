"""Checks the Gymnasium environments of notebooks-export/python/slumber/gym.py.

usage: check_gym.py SLUMBER

Gymnasium's own check, without a warning; an agent that starts nothing against the policy `never` in Swift, and one that
starts everything against `immediate`: the metrics are equal to the last digit; the rewards of an episode sum to what the
text of the environment says; equal seeds give equal episodes, other seeds other ones; a study that is wrong is an error
with slumber's words, and leaves no process and no folder behind; 64 phones at once are the phones of single environments.
"""

import csv
import os
import shutil
import subprocess
import sys
import tempfile
import time
import warnings

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PACKAGE = os.path.join(ROOT, "notebooks-export/python")
sys.path.insert(0, PACKAGE)

from gymnasium.utils.env_checker import check_env
from slumber.gym import SlumberEnv, SlumberError, SlumberVectorEnv

STUDY = os.path.join(ROOT, "scenarios/quickstart.yaml")
METRICS = ("discretionary_battery_j_per_day", "staleness_at_reachable_open_s")


def episode(env, action, seed):
    """Rewards and metrics of an episode in which every action is the same."""
    env.reset(seed=seed)
    rewards, is_over = [], False
    while not is_over:
        _, reward, is_over, _, info = env.step(action)
        rewards.append(reward)
    return rewards, info["metrics"]


def swift(slumber, policy, seed, folder):
    """The metrics of a policy in Swift on the phone of an episode."""
    words = [slumber, "run", STUDY, "--policy", policy, "--seed", str(seed), "--devices", "1", "--replications", "1"]
    words += ["--days", "4", "--set", "warmUpDays=1", "--set", "record=[]", "--progress", "none"]
    results = os.path.join(folder, f"{policy}.sqlite")
    subprocess.run(words + ["--results", results], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([slumber, "export", results, "--to", folder, "--table", "metrics"], check=True, stdout=subprocess.DEVNULL)
    with open(os.path.join(folder, "metrics.csv")) as file:
        rows = {row["metric"]: row for row in csv.DictReader(file) if row["scope"] == "population"}
    return {name: float(rows[name]["value"]) if rows[name]["value"] else None for name in METRICS}


def runs(process):
    """Whether a process runs; one that has ended and is not yet waited for does not."""
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def check(name, condition, found=""):
    if not condition:
        sys.exit(f"check_gym: {name}: {found}")
    print(f"{name}: holds")


def main(slumber):
    warnings.simplefilter("error")
    env = SlumberEnv(STUDY, slumber=slumber, days=4, warm_up_days=1, energy_weight=2.0, staleness_weight=0.5)
    check_env(env, skip_render_check=True)
    print("Gymnasium's check: holds")
    with tempfile.TemporaryDirectory() as folder:
        for action, policy in ((0, "never"), (1, "immediate")):
            rewards, metrics = episode(env, action, 7)
            expected = swift(slumber, policy, 7, folder)
            equal = all(
                (metrics[name] is None) == (expected[name] is None)
                and (metrics[name] is None or abs(metrics[name] - expected[name]) <= 1e-9 * abs(expected[name]))
                for name in METRICS
            )
            check(f"an agent that always answers {action} is `{policy}`", equal, f"{metrics}, {expected}")
            formula = -2.0 * metrics[METRICS[0]] / 100 - 0.5 * (metrics[METRICS[1]] or 0) / 3600
            check("rewards sum to the stated formula", abs(sum(rewards) - formula) < 1e-6, f"{sum(rewards)}, {formula}")
    first, again, other = (episode(env, 1, seed)[0] for seed in (3, 3, 4))
    check("equal seeds give equal rewards, other seeds others", first == again and first != other)
    # An agent that ends without closing: slumber must not wait for it.
    words = "import sys; from slumber_gym import *; env = SlumberEnv(sys.argv[1], sys.argv[2]); env.reset(seed=5)"
    words += "; print(env.child.pid, env.folder, flush=True); os._exit(1)"
    program = [sys.executable, "-c", words, STUDY, slumber]
    child, folder = subprocess.run(program, cwd=PACKAGE, capture_output=True, text=True).stdout.split()
    deadline = time.monotonic() + 30
    while runs(int(child)) and time.monotonic() < deadline:
        time.sleep(0.1)
    check("slumber ends with an agent that ends", not runs(int(child)), child)
    shutil.rmtree(folder)
    fleet = SlumberVectorEnv(STUDY, phones=64, slumber=slumber, days=2, warm_up_days=1)
    fleet.reset(seed=3)
    sums, are_over = [0.0] * 64, [False] * 64
    while not all(are_over):
        _, rewards, ended, _, _ = fleet.step([1] * 64)
        for place in range(64):
            sums[place] += 0.0 if are_over[place] else rewards[place]
            are_over[place] = bool(are_over[place] or ended[place])
    fleet.close()
    single = SlumberEnv(STUDY, slumber=slumber, days=2, warm_up_days=1)
    expected = [sum(episode(single, 1, seed)[0]) for seed in (3, 35, 66)]
    single.close()
    check("64 phones at once are those of their seeds", [sums[0], sums[32], sums[63]] == expected, f"{sums}, {expected}")
    # Given up in the middle, and then closed.
    env.reset(seed=5)
    child, folder = env.child, env.folder
    env.close()
    check("closing leaves no process and no folder", child.poll() is not None and not os.path.exists(folder))
    wrong = SlumberEnv(os.path.join(ROOT, "scenarios/no-such-study.yaml"), slumber=slumber)
    try:
        wrong.reset(seed=1)
    except SlumberError as error:
        check("a study that is not there is an error with slumber's words", "no-such-study" in str(error), str(error))
    else:
        sys.exit("check_gym: a study that is not there gave an episode")
    finally:
        wrong.close()


if __name__ == "__main__":
    main(sys.argv[1])
