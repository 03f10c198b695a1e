// An autopilot: the model writes, a critic of its own reviews against the success criteria, and its suggestions go into the next
// iteration.
import { Autopilot, Critic } from 'reflect-engine';
import { scriptedModel } from 'reflect-engine/testing'; // takes the place of your models, so that this runs without a key

const writer = scriptedModel([
  'The GIL lets one thread at a time run Python code. I included a runnable snippet.',
  'The GIL lets one thread at a time run Python code.\n\n    import threading\n    threading.Thread(target=print, args=["hi"]).start()',
]);
const reviewer = scriptedModel([
  '{"criteria_met": [true, false], "confidence": 0.9, "suggestions": ["Include the snippet itself"], "reasoning": "It is only claimed."}',
  '{"criteria_met": [true, true], "confidence": 0.92, "suggestions": [], "reasoning": "Both are there."}',
]);

const autopilot = new Autopilot({
  model: writer,
  goal: { objective: 'Explain the Python GIL.', successCriteria: ['Says what the GIL is', 'Shows a runnable snippet'] },
  budget: { maxIterations: 6, maxSeconds: 300 },
  critic: new Critic({ model: reviewer, confidenceThreshold: 0.85 }),
});

const stream = autopilot.stream();
for await (const event of stream) {
  if (event.type === 'iteration') console.log(`iteration ${event.iteration}: ${event.output.split('\n')[0]}`);
  if (event.type === 'critic')
    console.log(`  met ${event.criteriaMet.join(' ')}, confidence ${event.confidence}`, event.suggestions);
  if (event.type === 'criteria_satisfied') console.log(`  satisfied, by the critic: ${event.byCritic}`);
}
const { status, acceptedBy, iterations } = await stream.result;
console.log(status, acceptedBy, iterations); // ok critic 2
