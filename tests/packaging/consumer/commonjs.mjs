import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import vm from 'node:vm';

/** Evaluates a CommonJS file, and the files of its package that it requires, inside a context. */
export function commonjs(context, file, loaded = new Map()) {
  const known = loaded.get(file);
  if (known !== undefined) return known.exports;
  const wrapped = vm.runInContext(`(function (module, exports, require) {${readFileSync(file, 'utf8')}\n})`, context, {
    filename: file,
  });
  const module = vm.runInContext('({ exports: {} })', context);
  loaded.set(file, module);
  wrapped(module, module.exports, (wanted) => {
    if (!wanted.startsWith('.')) throw new Error(`${file} requires ${wanted}`);
    return commonjs(context, join(dirname(file), wanted), loaded);
  });
  return module.exports;
}
