// `certificate`: does again, elsewhere, what a certificate says was done, and signs it where it is given a key.

import { readFile } from 'node:fs/promises';
import {
  type CertifiedCommand,
  keyIn,
  readCertificate,
  repeatCertificate,
  signCertificate,
  writeCertificate,
} from '../workspace/certificate.js';
import { RefusedCertificate } from '../workspace/errors.js';
import type { Arguments } from './arguments.js';
import { extraCertificates, missingPrivateKey, unreadableFile } from './errors.js';
import { interruption, readText, writable, write } from './run.js';
import { note, printLine } from './screen.js';

export async function certificate({ words, flags, lists }: Arguments): Promise<number> {
  const [file = '', ...others] = words;
  if (others.length > 0) throw extraCertificates(words.length);
  const { repo = '.', base, hidden, out = file } = flags;
  const key = flags.key === undefined ? undefined : await readText(flags.key);
  const isSigning = key !== undefined && keyIn(key).type === 'private';
  if (flags.out !== undefined && !isSigning) throw missingPrivateKey();
  if (isSigning) await writable(out);
  try {
    // As bytes: another text may decode to the same letters.
    const bytes = await readFile(file).catch((thrown: Error) => {
      throw unreadableFile(file, thrown);
    });
    const given = readCertificate(bytes, isSigning ? undefined : key);
    checkCommand(given.command, { verify: flags.verify, prepare: flags.prepare, project: flags.project, ...lists });
    if (base === undefined)
      note('no `--base BRANCH`: what was sealed is what the certificate says, and an agent may have written it');
    const again = await repeatCertificate(given, { repo, base, hidden, signal: interruption().signal });
    if (isSigning)
      await write(
        out,
        writeCertificate(signCertificate({ ...again, ...(given.trace !== undefined && { trace: given.trace }) }, key)),
      );
    printLine(
      `accepted: ${again.tests ?? 'uncounted'} tests pass, ${again.twins.moved} of them fail when they must; work ${again.work}`,
    );
    return 0;
  } catch (thrown) {
    if (!(thrown instanceof RefusedCertificate)) throw thrown;
    printLine(`refused: ${thrown.message}`);
    return 1;
  }
}

/** What a person says of the command must be what was judged: a certificate may come from an agent. */
function checkCommand(
  command: CertifiedCommand,
  flags: { [name in keyof CertifiedCommand]?: CertifiedCommand[name] | undefined },
): void {
  const said = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  // Whoever says the command says all of it.
  const nothing = { project: '', work: [], seal: [], prepare: undefined, allow: [], env: [] };
  for (const [name, value] of Object.entries(said.verify === undefined ? said : { ...said, ...nothing, ...said })) {
    const is = JSON.stringify(command[name as keyof CertifiedCommand]);
    if (is === JSON.stringify(value)) continue;
    const other = name in said ? `\`--${name}\` says ${JSON.stringify(value)}` : `there is no \`--${name}\` here`;
    throw new RefusedCertificate(`\`${name}\` is ${is}, and ${other}`);
  }
}
