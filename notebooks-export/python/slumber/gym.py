"""A Gymnasium environment in which the agent is the scheduling policy of one simulated phone.

An episode is one device of a study over its horizon, another one for each seed. At each decision point slumber asks for
each candidate, a piece of work that every hard rule lets through; the agent lets it wait (0) or starts it (1).

The reward is measured by slumber itself. The sum over an episode is exactly

    - energy_weight    * discretionary_battery_j_per_day / 100 J/d
    - staleness_weight * staleness_at_reachable_open_s / 1 h          (0 without a reachable open)

with both metrics as `slumber metrics NAME` defines them, after warm-up. The battery energy of a run is charged at the
first decision point after its end. Staleness, radio tails and runs that end later come with the last step, with slumber's
metrics of the episode: a change of content is unknown until it is fetched.

    env = SlumberEnv("scenarios/quickstart.yaml", days=7, warm_up_days=2)
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(1)

SlumberVectorEnv("scenarios/quickstart.yaml", phones=64) is 64 phones that simulate at the same time.

The environment starts slumber as a child. slumber starts this file as its policy, which only forwards lines.
"""

import copy
import csv
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading


def relay(path):
    """Hands lines on between slumber, at standard input and output, and the environment, at a socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as peer:
        peer.connect(path)

        def hand_answers():
            for line in peer.makefile("rb"):
                sys.stdout.buffer.write(line)
                sys.stdout.buffer.flush()
            # The environment has gone: slumber, which waits for its answer, has to learn that.
            os._exit(0)

        threading.Thread(target=hand_answers, daemon=True).start()
        for line in sys.stdin.buffer:
            peer.sendall(line)


if __name__ == "__main__":
    # An interrupt, or the end of either side, ends it without a word.
    for number in (signal.SIGINT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    # Before the imports below, which a program that only hands on does not need.
    sys.exit(relay(sys.argv[1]))

import gymnasium
import numpy

from slumber import SlumberError, program

HOUR_US = 3_600_000_000
#: Longest time that an observation tells apart, in hours; also stands for "never yet".
LONGEST_HOURS = 48.0
#: The elements of an observation in order, each with its least and largest value.
FIELDS = (
    ("day_sine", -1, 1),  # time of day on a circle
    ("day_cosine", -1, 1),
    ("is_plugged", 0, 1),
    ("state_of_charge", 0, 1),
    ("is_wifi", 0, 1),
    ("is_cellular", 0, 1),
    ("is_idle", 0, 1),
    ("is_low_power_mode", 0, 1),
    ("is_awake", 0, 1),
    ("radio_is_hot", 0, 1),
    ("is_refresh", 0, 1),
    ("is_processing", 0, 1),  # health tasks are processing tasks
    ("is_push", 0, 1),
    ("is_transfer", 0, 1),
    ("is_denied", 0, 1),  # by a soft gate
    ("likelihood", 0, 1),  # of an open soon; 0 for work other than refresh
    ("hours_since_launch", 0, LONGEST_HOURS),  # of the app, by this mechanism
    ("hours_since_open", 0, LONGEST_HOURS),  # of the app, by the user
    ("hours_waited", 0, LONGEST_HOURS),  # since the window of this piece of work opened
    ("past_joules", 0, 1000),  # mean of past runs of the series; 0 before the first
)
NAMES = tuple(name for name, _, _ in FIELDS)


class SlumberEnv(gymnasium.Env):
    """One phone whose background work the agent schedules; see the text at the top of this file.

    study              path of a study file; its own policies are not used
    slumber            path of the program; the one that `slumber.program()` finds by default
    days, warm_up_days length of an episode, and of its beginning that neither metric counts
    energy_weight      reward lost for each 100 J a day that the cell gives to work that may be postponed
    staleness_weight   reward lost for each hour of mean staleness at opens that a fetch could have reached
    """

    metadata = {"render_modes": []}
    action_space = gymnasium.spaces.Discrete(2)
    observation_space = gymnasium.spaces.Box(
        numpy.array([low for _, low, _ in FIELDS], numpy.float32),
        numpy.array([high for _, _, high in FIELDS], numpy.float32),
    )

    def __init__(self, study, slumber=None, days=7, warm_up_days=2, energy_weight=1.0, staleness_weight=1.0):
        if not 0 <= warm_up_days < days:
            raise ValueError(f"found {warm_up_days} days of warm-up in {days} days, expected fewer of them than days")
        self.study, self.slumber = os.path.abspath(study), slumber or program()
        self.days, self.warm_up_days = days, warm_up_days
        self.energy_weight, self.staleness_weight = energy_weight, staleness_weight
        self.folder = tempfile.mkdtemp(prefix="slumber-gym-")
        self.child = self.peer = self.lines = None

    # Gymnasium

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self._end()
        # A seed is a fleet; the next episode without one is the next draw of the environment's own generator.
        self.episode_seed = int(self.np_random.integers(1 << 31)) if seed is None else seed
        self._start()
        self.charged_joules = 0.0
        self.last_observation = numpy.zeros(len(FIELDS), numpy.float32)
        self._next_point()
        return self._observe(), self._info()

    def step(self, action):
        self._answer(action)
        return self._outcome()

    def _answer(self, action):
        """Takes the answer for a candidate; after the last of a decision point slumber goes on."""
        if not self.candidates:
            raise gymnasium.error.ResetNeeded("the episode has ended: call reset()")
        item = self.candidates.pop(0)["item"]
        self.decisions.append({"item": item, "start": True} if action == 1 else {"item": item, "wait": "policyChoice"})
        if not self.candidates:
            self._send({"decisions": self.decisions})

    def _outcome(self):
        reward = 0.0 if self.candidates else self._next_point()
        return self._observe(), reward, not self.candidates, False, self._info()

    def close(self):
        self._end()
        shutil.rmtree(self.folder, ignore_errors=True)

    # One episode

    def _start(self):
        path = os.path.join(self.folder, "socket")
        server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with server:
            server.bind(path)
            server.listen(1)
            server.settimeout(0.1)
            study = os.path.join(self.folder, "episode.yaml")
            command = [sys.executable, os.path.abspath(__file__), path]
            policy = {"name": "process", "label": "agent", "command": command, "replyLimit": "3600 s"}
            with open(study, "w") as file:
                json.dump({"extends": self.study, "policies": [policy], "record": []}, file)
            words = [self.slumber, "run", study, "--policy", "agent", "--allow-commands", "--seed", str(self.episode_seed)]
            words += ["--devices", "1", "--replications", "1", "--jobs", "1", "--progress", "none"]
            words += ["--days", str(self.days), "--set", f"warmUpDays={self.warm_up_days}"]
            words += ["--results", self._path("results.sqlite")]
            with open(self._path("errors"), "w") as errors:
                self.child = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=errors)
            while self.peer is None:
                try:
                    self.peer, _ = server.accept()
                except TimeoutError:
                    if self.child.poll() is not None:
                        raise self._failure() from None
        os.unlink(path)
        self.peer.settimeout(None)
        self.lines = self.peer.makefile("rb")

    def _next_point(self):
        """Reads up to the next decision point, or to the end of the device; the reward that comes with it."""
        self.candidates, self.decisions, joules = [], [], 0.0
        for line in self.lines:
            message = json.loads(line)
            if "hello" in message:
                self._send({"hello": 2, "policy": "agent", "details": True, "listens": ["run_ended"]})
            elif "run_ended" in message:
                joules += self._charge(message["run_ended"])
            elif "observation" in message:
                self.device = message["observation"]
                # Oldest window first, as the built-in policies start.
                self.candidates = sorted(message["candidates"], key=lambda c: (c["open_us"], c["item"]))
                break
        if self.candidates:
            self.charged_joules += joules
            return -self._price(joules)
        return self._last_reward()

    def _charge(self, run):
        """The battery energy of work that a policy may postpone, after warm-up, in joules, as the metric counts it."""
        may_wait = run["mechanism"] not in ("continued", "mode", "assertion", "transfer", "wake")
        return run["battery_nj"] * 1e-9 if may_wait and run["ended_us"] >= self.warm_up_days * 24 * HOUR_US else 0.0

    def _price(self, joules):
        return self.energy_weight * joules / 100 / (self.days - self.warm_up_days)

    def _last_reward(self):
        if self.child.wait() != 0:
            raise self._failure()
        metrics = self._metrics()
        joules, days = metrics["discretionary_battery_j_per_day"]
        staleness, opens = metrics["staleness_at_reachable_open_s"]
        self.result = {
            "discretionary_battery_j_per_day": joules / days,
            "staleness_at_reachable_open_s": staleness / opens if opens else None,
        }
        hours = staleness / opens / 3600 if opens else 0.0
        return -self._price(joules - self.charged_joules) - self.staleness_weight * hours

    def _metrics(self):
        """Numerator and denominator of each metric of the device."""
        words = [self.slumber, "export", self._path("results.sqlite"), "--to", self._path("export")]
        subprocess.run(words + ["--table", "metrics"], check=True, stdout=subprocess.DEVNULL)
        with open(self._path("export/metrics.csv")) as file:
            rows = [row for row in csv.DictReader(file) if row["scope"] == "population"]
        return {row["metric"]: (float(row["numerator"] or 0), float(row["denominator"] or 0)) for row in rows}

    # What the agent sees

    def _observe(self):
        if self.candidates:
            self.last_observation = observation(self.device, self.candidates[0])
        return self.last_observation.copy()

    def _info(self):
        """Device and candidate as slumber sent them; at the end of an episode both metrics."""
        if not self.candidates:
            return {"metrics": dict(self.result)}
        return copy.deepcopy({"device": self.device, "candidate": self.candidates[0]})

    # The child

    def _path(self, name):
        return os.path.join(self.folder, name)

    def _send(self, message):
        self.peer.sendall(json.dumps(message, separators=(",", ":")).encode() + b"\n")

    def _failure(self):
        with open(self._path("errors")) as file:
            return SlumberError(file.read().strip() or f"slumber ended with exit code {self.child.returncode}")

    def _end(self):
        """Ends an episode that goes on, and removes its results."""
        if self.child is not None and self.child.poll() is None:
            self.child.kill()
            self.child.wait()
        for end in (self.lines, self.peer):
            if end is not None:
                end.close()
        self.child = self.peer = self.lines = None
        for name in os.listdir(self.folder) if os.path.isdir(self.folder) else []:
            path = self._path(name)
            shutil.rmtree(path) if os.path.isdir(path) else os.unlink(path)


class SlumberVectorEnv(gymnasium.vector.VectorEnv):
    """Many phones, each with a child of its own: while the agent waits for one, the others simulate.

    The phones of a seed are those of `SlumberEnv` with the seeds seed, seed + 1 …; a phone whose episode has ended begins
    its next with the step after. Options are those of `SlumberEnv`.
    """

    metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}

    def __init__(self, study, phones=64, **options):
        self.num_envs = phones
        self.envs = [SlumberEnv(study, **options) for _ in range(phones)]
        self.single_observation_space, self.single_action_space = SlumberEnv.observation_space, SlumberEnv.action_space
        self.observation_space = gymnasium.vector.utils.batch_space(SlumberEnv.observation_space, phones)
        self.action_space = gymnasium.vector.utils.batch_space(SlumberEnv.action_space, phones)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        seeds = [None if seed is None else seed + place for place in range(self.num_envs)]
        begun = [env.reset(seed=seed) for env, seed in zip(self.envs, seeds)]
        return self._joined(begun)

    def step(self, actions):
        ended = [not env.candidates for env in self.envs]
        for env, action, is_over in zip(self.envs, actions, ended):
            if not is_over:
                env._answer(action)
        outcomes = []
        for env, is_over in zip(self.envs, ended):
            if is_over:
                observation, info = env.reset()
                outcomes.append((observation, 0.0, False, False, info))
            else:
                outcomes.append(env._outcome())
        observations, infos = self._joined([(outcome[0], outcome[4]) for outcome in outcomes])
        rewards, terminated, truncated = (numpy.array([outcome[i] for outcome in outcomes]) for i in (1, 2, 3))
        return observations, rewards.astype(numpy.float64), terminated, truncated, infos

    def _joined(self, parts):
        # Of each phone what its own environment would say; None where it says nothing.
        infos = {key: numpy.empty(self.num_envs, object) for _, info in parts for key in info}
        for place, (_, info) in enumerate(parts):
            for key, value in info.items():
                infos[key][place] = value
        return numpy.stack([observation for observation, _ in parts]), infos

    def close_extras(self, **options):
        for env in self.envs:
            env.close()


def observation(device, candidate):
    """A candidate with the device at its decision point, as the numbers of FIELDS; also for programs of a study."""
    now, mechanism = device["now_us"], candidate["mechanism"]

    def hours_since(instant):
        return LONGEST_HOURS if instant is None else min(LONGEST_HOURS, (now - instant) / HOUR_US)

    angle = 2 * numpy.pi * (now % (24 * HOUR_US)) / (24 * HOUR_US)
    past = candidate["past"]
    values = (
        numpy.sin(angle),
        numpy.cos(angle),
        device["is_plugged"],
        device["state_of_charge"],
        device["network"] == "wifi",
        device["network"] == "cellular",
        device["is_idle"],
        device["is_low_power_mode"],
        device["is_awake"],
        device["radio_is_hot"],
        mechanism == "refresh",
        mechanism in ("processing", "health"),
        mechanism == "push",
        mechanism == "discretionaryTransfer",
        bool(candidate["denials"]),
        candidate["likelihood"],
        hours_since(candidate["last_launch_us"]),
        hours_since(candidate["last_open_us"]),
        hours_since(candidate["open_us"]),
        min(1000.0, past["energy_nj"] * 1e-9) if past else 0.0,
    )
    return numpy.clip(numpy.array(values, numpy.float32), SlumberEnv.observation_space.low, SlumberEnv.observation_space.high)
