// Compares the public declarations of a package folder with `etc/reflect-engine.api.md`, a report of API Extractor, or writes it with `--record`:
// `node api.mjs DIR`. Each subpath is a namespace there, and each declaration stands once. Fails where one says `any`.

import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [folder, made] = [resolve(process.argv[2]), join(root, 'target/api')];
const [recorded, now] = [join(root, 'etc/reflect-engine.api.md'), join(made, 'reflect-engine.api.md')];

const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const namespaces = Object.entries(exports).flatMap(([subpath, { require }]) => {
  const name = subpath === '.' ? 'index' : subpath.slice(2).replace(/\W/g, '_');
  return require
    ? [`export * as ${name} from '${relative(made, join(folder, require.types)).replace(/\.d\.ts$/, '.js')}';\n`]
    : [];
});
const entry = join(made, 'entries.d.ts');
mkdirSync(made, { recursive: true });
writeFileSync(entry, namespaces.join(''));

const silent = { default: { logLevel: 'none' } };
const compilerOptions = { module: 'nodenext', target: 'es2022', lib: ['es2023', 'dom', 'esnext.disposable'], types: [] };
const config = ExtractorConfig.prepare({
  configObject: {
    projectFolder: root,
    mainEntryPointFilePath: entry,
    compiler: { overrideTsconfig: { compilerOptions, files: [entry] } },
    apiReport: {
      enabled: true,
      includeForgottenExports: true,
      reportFileName: 'reflect-engine',
      reportFolder: made,
      reportTempFolder: made,
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    newlineKind: 'lf',
    messages: { compilerMessageReporting: silent, extractorMessageReporting: silent, tsdocMessageReporting: silent },
  },
  packageJsonFullPath: join(folder, 'package.json'),
});
const { succeeded } = Extractor.invoke(config, { localBuild: true, messageCallback: (message) => (message.handled = true) });
if (!succeeded) throw new Error('API Extractor made no report');

const report = readFileSync(now, 'utf8');
const untyped = report.split('\n').filter((line) => /\bany\b/.test(line.replace(/\/\/.*|'[^']*'|"[^"]*"/g, '')));
if (untyped.length > 0) {
  console.error(`\`any\` in public declarations:\n${untyped.join('\n')}`);
  process.exitCode = 1;
} else if (process.argv.includes('--record')) {
  copyFileSync(now, recorded);
} else if (!existsSync(recorded) || readFileSync(recorded, 'utf8') !== report) {
  spawnSync('git', ['diff', '--no-index', recorded, now], { stdio: 'inherit' });
  console.log('declarations changed; `cargo xtask build --record-api` takes them');
  process.exitCode = 1;
}
