import { build } from 'esbuild';
import { gzipSync } from 'node:zlib';
const r = await build({ stdin: { contents: process.argv[2], resolveDir: new URL('.', import.meta.url).pathname }, bundle: true, minify: true, format: 'esm', external: ['ai','@ai-sdk/*'], metafile: true, write: false });
console.log(gzipSync(r.outputFiles[0].contents).length, r.outputFiles[0].contents.length);
for (const [f, o] of Object.entries(Object.values(r.metafile.outputs)[0].inputs).sort((a,b)=>b[1].bytesInOutput-a[1].bytesInOutput)) console.log(o.bytesInOutput, f);
if (process.argv[3]) console.log(r.outputFiles[0].text);
