/** The version of the runtime that this runs in. */
exports.version = globalThis.Bun?.version ?? globalThis.Deno?.version.deno ?? process.versions.node;
