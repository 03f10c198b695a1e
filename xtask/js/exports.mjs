/** Every file under `./dist` with this ending that a package.json exports, once, in order. */
export function exported(manifest, ending) {
  const files = new Set();
  const queue = [manifest.exports];
  for (const at of queue) {
    if (typeof at === 'object') queue.push(...Object.values(at));
    else if (at.startsWith('./dist/') && at.endsWith(ending)) files.add(at);
  }
  return [...files].sort();
}
