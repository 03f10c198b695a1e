import { readFileSync } from 'node:fs';
import { ReflectEngine } from 'reflect-engine';
import { recordedModel } from '../site/play/recorded.js';
import { test } from '../examples-js/code-review/task.mjs';
const rec=JSON.parse(readFileSync('../site/play/code.json','utf8'));
const a=rec.answers;
for (const order of [[0,1,2,3,4,5],[0,2,1,3,4,5],[0,2,3,1,4,5]]) for (const strategy of ['keep-best','classic','adaptive','best-of-n']) for (const maxReflections of [4,5,6]) for (const seed of [1,2,3]) {
 const r2={...rec,answers:order.map(i=>a[i])}; const m=recordedModel(r2,false); const p=[];
 const r=await new ReflectEngine({strategy,maxReflections,advanced:{seed}}).run({input:'x',critic:false,verifiers:{t:async d=>(await test(d)).filter(f=>!f.passed).map(f=>f.issue)},model:q=>{p.push(q.purpose[0]);return m(q)}});
 console.log(order.join(''),strategy,maxReflections,seed,r.status,r.stopReason,p.join(''));
}
