import { Autopilot, Critic } from 'reflect-engine';
import { ResearchLoop, Reflector, Evaluator } from 'reflect-engine/research';
import { traceOf } from 'reflect-engine/trace';
import { scriptedModel } from 'reflect-engine/testing';
const say = (n, r) => { console.log(n, Object.keys(r).join(), typeof r.snapshot); try { console.log(n, 'ok', Object.keys(traceOf(r))); } catch (e) { console.log(n, e.code, e.message); } };
const reviewer = scriptedModel(['{"criteria_met": [true], "confidence": 0.92, "suggestions": [], "reasoning": "Both are there."}']);
const a = await new Autopilot({ model: scriptedModel(['x']), goal: { objective: 'o', successCriteria: ['c'] }, critic: new Critic({ model: reviewer }) }).run();
say('autopilot', a);
