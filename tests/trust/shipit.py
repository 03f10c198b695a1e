"""Asks the installed shipit-agent's critic: cases as JSON in, accepted, rejected or throws for each out."""

import importlib.util
import json
import sys

path = f"{sys.argv[1]}/shipit_agent/autopilot/critic.py"
spec = importlib.util.spec_from_file_location("critic", path)
module = importlib.util.module_from_spec(spec)
sys.modules["critic"] = module  # its dataclasses look themselves up
spec.loader.exec_module(module)


class Says:
    def __init__(self, reply):
        self.reply = reply

    def generate(self, _prompt):
        return self.reply


def judged(case):
    critic = module.Critic(llm=Says(case["reply"]), confidence_threshold=case["threshold"])
    critic._complete = lambda llm, prompt: llm.generate(prompt)  # without its models, which need more packages
    try:
        verdict = critic.review(objective="o", criteria=["c"] * case["count"], output="x")
        return "accepted" if critic.should_terminate(verdict) else "rejected"
    except Exception:
        return "throws"


print(json.dumps([judged(case) for case in json.load(sys.stdin)]))
