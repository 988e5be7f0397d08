"""Learns one threshold in the environment, and judges it beside fixed-interval on phones that it has not seen.

Work starts on the charger, and otherwise an hour after its app's last launch; on battery a refresh also waits until an
open soon is as likely as the threshold. The episodes have other seeds than the judgment.
usage: learn_threshold.py SLUMBER [EPISODES]; slumber itself starts it with --serve.
"""

import json, os, signal, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "python"))

from slumber.gym import NAMES, SlumberEnv, observation

STUDY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../scenarios/quickstart.yaml")
METRICS = ["--metric", "discretionary_battery_j_per_day", "--metric", "staleness_at_reachable_open_s"]


def starts(seen, threshold):
    seen = dict(zip(NAMES, seen))
    is_due = seen["hours_since_launch"] >= 1 and (not seen["is_refresh"] or seen["likelihood"] >= threshold)
    return bool(seen["is_plugged"] or seen["is_transfer"] or is_due)


def serve():
    for number in (signal.SIGINT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    for message in map(json.loads, sys.stdin):
        if "hello" in message:
            threshold = message["settings"]["threshold"]
            print(json.dumps({"hello": 2, "policy": "threshold", "details": True, "reusable": True}), flush=True)
        elif "observation" in message:
            seen = [(c["item"], observation(message["observation"], c)) for c in message["candidates"]]
            decisions = [{"item": item, "start": True} for item, values in seen if starts(values, threshold)]
            print(json.dumps({"decisions": decisions}), flush=True)  # the others wait


def mean_reward(env, threshold, episodes):
    total = 0.0
    for seed in range(1001, 1001 + episodes):
        (seen, _), is_over = env.reset(seed=seed), False
        while not is_over:
            seen, reward, is_over, _, _ = env.step(int(starts(seen, threshold)))
            total += reward
    return total / episodes


def judge(slumber, threshold, folder):
    program = {"name": "process", "label": "learned", "settings": {"threshold": threshold}}
    program["command"] = [sys.executable, os.path.abspath(__file__), "--serve"]
    with open(f"{folder}/study.yaml", "w") as file:
        study = {"extends": STUDY, "policies": ["fixed-interval", program], "record": [], "compare": {"baseline": "fixed-interval"}}
        json.dump(study, file)
    size = ["--days", "7", "--set", "warmUpDays=2", "--devices", "4", "--results", f"{folder}/results.sqlite"]
    run = [slumber, "run", f"{folder}/study.yaml", "--allow-commands", "--progress", "none", *size]
    subprocess.run(run, check=True, stdout=subprocess.DEVNULL)
    compare = [slumber, "compare", f"{folder}/results.sqlite", *METRICS]
    subprocess.run(compare, check=True)
    rows = json.loads(subprocess.run([*compare, "--json"], check=True, capture_output=True).stdout)["comparison"]
    verdicts = [row["verdict"] for row in rows if row["policy"] == "learned"]
    beats = any("etter" in verdict for verdict in verdicts) and not {"worse", "slightlyWorse", "unresolved"} & set(verdicts)
    print(f"The threshold {threshold} {'beats' if beats else 'does not beat'} fixed-interval (energy {verdicts[0]}, staleness {verdicts[1]}).")
    joules, seconds = ({r["policy"]: r["mean"] for r in rows if r["metric"] == metric} for metric in METRICS[1::2])
    for policy in ("fixed-interval", "learned"):
        print(f"reward at the means of {policy}: {-joules[policy] / 100 - seconds[policy] / 3600:.2f}")


def main():
    env = SlumberEnv(STUDY, slumber=sys.argv[1])
    rewards = {t: mean_reward(env, t, int((sys.argv[2:] or ["6"])[0])) for t in (0.0, 0.1, 0.2, 0.4, 0.8)}
    env.close()
    print("mean reward of an episode:", ", ".join(f"{t}: {reward:.3f}" for t, reward in rewards.items()), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        judge(sys.argv[1], max(rewards, key=rewards.get), folder)


if __name__ == "__main__":
    try:
        sys.exit(serve() if sys.argv[1] == "--serve" else main())
    except KeyboardInterrupt:
        sys.exit("interrupted")
