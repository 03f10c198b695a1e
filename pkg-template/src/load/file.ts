// What an ES module imports first in Node, where to read a file takes a twentieth of the time of decoding. A file of its own: for
// `import.meta.url` some bundlers write the folder of their machine into a page, and some leave it in scripts that are no modules.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readWith } from './host.js';

readWith((part) => readFileSync(join(fileURLToPath(import.meta.url), '../../../..', `${part}_bg.wasm`)));
