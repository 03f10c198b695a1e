import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { ReflectEngine } from 'reflect-engine';
import { chooseModel } from './code-review/choose-model.mjs';
import { doubtful, input, systemPrompt, test } from './code-review/task.mjs';
const F='recordings/code-review.json';
const rec=JSON.parse(readFileSync(F,'utf8'));
const hash=({messages,tools,responseSchema})=>createHash('sha256').update(JSON.stringify({messages,tools,responseSchema})).digest('hex');
const src=readFileSync('code-review.mjs','utf8');
const seed=Number(process.argv[2]);
const real=await chooseModel({gguf:'../target/real-model/SmolLM2-135M-Instruct.Q4_1.gguf',temperature:'0.6',seed:String(seed)},{live:false,warn:console.log});
globalThis.__model=async(request)=>{
  const name=`${request.runId}/${request.callId}/${request.attempt}`;
  const at=rec.replies.findIndex(r=>r.call===name);
  if(at>=0 && rec.replies[at].requestSha256===hash(request)){const r=rec.replies[at];return {...r.response,content:r.chunks.join('')};}
  const pieces=[];
  const {content,usage,finishReason,model}=await real.model({...request,signal:request.signal,onDelta:p=>pieces.push(p)});
  console.log(name,content);
  const one={call:name,requestSha256:hash(request),response:{usage,finishReason,model},chunks:pieces.join('')===content?pieces:[content]};
  if(at>=0) rec.replies[at]=one; else rec.replies.push(one);
  return {content,usage,finishReason,model};
};
globalThis.__done=async()=>{ if(process.argv[3]) writeFileSync(F,JSON.stringify(rec,undefined,2)+'\n'); await real.close?.(); };
let code=src.replace(/^import .*code-review\/choose-model.*$/m,'').replace(/const \{ model, told, save, close \} = await chooseModel[\s\S]*?\}\);\n/,'const model=globalThis.__model, told=[], save=undefined, close=globalThis.__done;\n').replace(/const \{ values \} = parseArgs[\s\S]*?\}\);\n/,'const values={};\n');
writeFileSync('tmp-rec2.mjs',code);
await import('./tmp-rec2.mjs');
