"""The same task in libraries for Python: `python ways.py WAY URL SECONDS` prints what it ends with, as a line of JSON."""

import asyncio
import json
import logging
import sys

QUESTION = "What is the CAP theorem?"
CRITERION = "names all three properties"
DRAFTS = 4


def deepagents(url):
    from deepagents.middleware.rubric import RubricMiddleware
    from langchain.agents import create_agent
    from langchain_openai import ChatOpenAI

    writer, judge = (ChatOpenAI(model=name, base_url=url, api_key="none", max_retries=0) for name in ("writer", "judge"))
    evaluations = []
    rubric = RubricMiddleware(model=judge, max_iterations=DRAFTS, on_evaluation=evaluations.append)
    agent = create_agent(model=writer, middleware=[rubric])

    async def run():
        result = await agent.ainvoke({"messages": [("user", QUESTION)], "rubric": CRITERION})
        last = [message for message in result["messages"] if message.type == "ai"][-1]
        accepted = evaluations[-1]["result"] == "satisfied" if evaluations else None
        return {"output": last.content, "accepted": accepted}

    return run()


def pydantic_ai(url):
    from openai import AsyncOpenAI
    from pydantic import BaseModel
    from pydantic_ai import Agent, ModelRetry, RunContext
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    class Verdict(BaseModel):
        passed: bool
        feedback: str

    def model(name):
        client = AsyncOpenAI(base_url=url, api_key="none", max_retries=0)
        return OpenAIChatModel(name, provider=OpenAIProvider(openai_client=client))

    judge = Agent(model("judge"), output_type=Verdict, instructions="You judge answers.")
    agent = Agent(model("writer"), retries=DRAFTS - 1)

    @agent.output_validator
    async def check(_: RunContext, text: str) -> str:
        run = await judge.run(f"Question: {QUESTION}\nAnswer: {text}\nCriterion: {CRITERION}")
        if not run.output.passed:
            raise ModelRetry(run.output.feedback)
        return text

    async def run():
        # What it returns has passed.
        return {"output": (await agent.run(QUESTION)).output, "accepted": True}

    return run()


async def main(way, url, seconds):
    logging.disable(logging.CRITICAL)
    # Imports take seconds, which are no part of the run.
    run = {"deepagents": deepagents, "pydantic_ai": pydantic_ai}[way](url)
    try:
        outcome = await asyncio.wait_for(run, float(seconds))
    except BaseException as error:  # An end of any kind is an outcome.
        outcome = {"error": f"{type(error).__name__}: {error}"[:200]}
    print(json.dumps(outcome), flush=True)


asyncio.run(main(*sys.argv[1:]))
