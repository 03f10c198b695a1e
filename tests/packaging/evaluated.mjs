import vm from 'node:vm';
import { build } from 'esbuild';

/**
 * Evaluates an ES module, and all that it imports, inside a context, as a bundle that a workflow engine makes, after `change`. Gives its
 * exports.
 */
export async function evaluated(context, file, change = (text) => text) {
  const options = { bundle: true, format: 'iife', globalName: 'exported', target: 'es2022', write: false, logLevel: 'error' };
  const { outputFiles } = await build({ entryPoints: [file], ...options });
  return vm.runInContext(`${change(outputFiles[0].text)}; exported`, context);
}
