// A home for Claude Code, whose model is played at a URL.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder, until the test ends, and the environment to give. */
export function claudeHome(context, url) {
  const home = mkdtempSync(join(tmpdir(), 'reflect-claude-'));
  context.after(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    CLAUDE_CONFIG_DIR: home,
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  };
  return { home, env };
}
