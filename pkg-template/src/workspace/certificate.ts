// A certificate: what was judged, how, and what came of it, so that another machine can do it all again and compare.
//
// Its text is canonical: the same certificate is the same bytes. A signature is over these bytes without it. Its key belongs to CI: an agent
// could use one that is on its own machine.

import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { join } from 'node:path';
import { isObject } from '../check/kind.js';
import { describeError } from '../error.js';
import type { Json } from '../types.js';
import { type Judgement, type SealedCheck, sealedCheck } from './check.js';
import {
  changedVerdict,
  editedText,
  missingCommit,
  missingHidden,
  missingSignatureKey,
  otherMergeBase,
  otherSignatureKey,
  publicSigningKey,
  RefusedCertificate,
  refusedWork,
  uncommittedSeal,
  unknownCertificateField,
  unparsedCertificate,
  unreadableKey,
  unsignedCertificate,
  wrongCertificateField,
  wrongCertificateFormat,
  wrongKeyType,
  wrongProjectFolder,
  wrongSignature,
} from './errors.js';
import { findCommit, runGit } from './git.js';
import type { TwinCounts } from './twins.js';

declare const REFLECT_ENGINE_VERSION: string;

export interface Certificate {
  format: 'reflect-engine/certificate';
  verdict: 'accepted' | 'refused';
  /** The hash of the commit that was sealed. */
  commit: string;
  /** Hashes of the sealed files, of the work and of the hidden checks. */
  seal: string;
  work: string;
  hidden?: string;
  /** What was run, and what it was allowed. */
  command: CertifiedCommand;
  /** Tests that passed; absent where the runner is not known. */
  tests?: number;
  twins: TwinCounts;
  /** What was not made. */
  missing: string[];
  isolation: { network: boolean; processes: boolean };
  versions: { 'reflect-engine': string; node: string; platform: string };
  /** The run that the verdict was of, as `traceOf` gives it. */
  trace?: Json;
  signature?: { algorithm: 'Ed25519'; key: string; value: string };
}

/** The settings of a sealed check. `project` is a path in the repository. */
export interface CertifiedCommand {
  verify: string;
  project: string;
  work: string[];
  seal: string[];
  prepare?: string;
  allow: 'network'[];
  env: string[];
}

/** Nobody waits for a hook where a certificate is done again. */
const SECONDS = 3_600;

/** What a judgement found, as a certificate. Throws where no commit was sealed: nobody else could take the same seal. */
export function certify({ seal, options }: SealedCheck, judgement: Judgement, trace?: Json): Certificate {
  const { passed, commit, work, hidden, tests, twins, missing, isolation } = judgement;
  if (commit === undefined) throw uncommittedSeal();
  const { verify, prepare, allow = [], env = [] } = options;
  return {
    format: 'reflect-engine/certificate',
    verdict: passed ? 'accepted' : 'refused',
    ...{ commit, seal: seal.hash, work, ...(hidden !== undefined && { hidden }) },
    command: {
      ...{ verify, project: seal.place.replace(/\/$/, ''), ...(prepare !== undefined && { prepare }) },
      ...{ work: [...(options.work ?? [])], seal: [...(options.seal ?? [])], allow: [...allow], env: [...env] },
    },
    ...(tests !== undefined && { tests }),
    ...{ twins, missing, isolation },
    versions: { 'reflect-engine': REFLECT_ENGINE_VERSION, node: process.versions.node, platform: process.platform },
    ...(trace !== undefined && { trace }),
  };
}

export interface RepeatOptions {
  /** A checkout of the repository, at the commit with the work. */
  repo: string;
  /** The branch that the work will be merged into: its merge base with HEAD must be what was sealed. */
  base?: string | undefined;
  hidden?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Judges anew what a certificate says was judged. Throws `RefusedCertificate` where that cannot be done, or has another end. */
export async function repeatCertificate(given: Certificate, { repo, base, hidden, signal }: RepeatOptions): Promise<Certificate> {
  const { project, ...command } = given.command;
  const refuse = (thrown: unknown): never => {
    throw new RefusedCertificate(describeError(thrown));
  };
  if (base !== undefined) {
    const [branch, head] = [await findCommit(repo, base), await findCommit(repo)];
    if (branch === undefined || head === undefined) throw missingCommit(repo, base);
    const merged = await runGit(['merge-base', branch, head], { folder: repo }).catch(refuse);
    const sealed = merged.toString().trim();
    if (given.commit !== sealed) throw otherMergeBase(given.commit, base, sealed);
  }
  if (given.hidden !== undefined && hidden === undefined) throw missingHidden();
  const own = given.hidden === undefined ? {} : { hidden };
  const setting = { ...command, ...own, project: join(repo, project), base: given.commit, seconds: SECONDS };
  const check = await sealedCheck(setting).catch(refuse);
  if (check.seal.place !== (project === '' ? '' : `${project}/`)) throw wrongProjectFolder();
  const again = certify(check, await check.judge(signal));
  const differences = compareCertificates(given, again);
  if (differences.length > 0) throw changedVerdict(differences);
  if (again.verdict !== 'accepted') throw refusedWork();
  return again;
}

export function writeCertificate(certificate: Certificate): string {
  return `${canonical(certificate as unknown as Json)}\n`;
}

/** JSON with its keys in order and without spaces. */
function canonical(value: Json): string {
  return JSON.stringify(value, (_, one: Json) => (isObject(one) ? Object.fromEntries(Object.entries(one).sort(byKey)) : one));
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}

/**
 * Reads a certificate. Each byte of a signed one is covered: a text that is not the canonical one is refused, too. `key` is the one that must
 * have signed it, as PEM.
 */
export function readCertificate(bytes: string | Uint8Array, key?: string): Certificate {
  const text = typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString();
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (thrown) {
    throw unparsedCertificate(thrown);
  }
  checkShape(read);
  if (!Buffer.from(writeCertificate(read)).equals(Buffer.from(bytes as string))) throw editedText();
  const { signature, ...signed } = read;
  if (signature === undefined) {
    if (key !== undefined) throw unsignedCertificate();
    return read;
  }
  let own: KeyObject;
  try {
    own = createPublicKey({ key: Buffer.from(signature.key, 'base64'), format: 'der', type: 'spki' });
  } catch {
    throw missingSignatureKey();
  }
  if (key !== undefined && !createPublicKeyOf(keyIn(key)).equals(own)) throw otherSignatureKey();
  const value = Buffer.from(signature.value, 'base64');
  // Another base64 text may decode to the same bytes.
  const isExact = value.toString('base64') === signature.value && exportKey(own) === signature.key;
  if (!isExact || !verify(null, Buffer.from(writeCertificate(signed)), own, value)) throw wrongSignature();
  return read;
}

/** The certificate with a signature in place of the one that it may have, by a private key of Ed25519 as PEM. */
export function signCertificate(certificate: Certificate, pem: string): Certificate {
  const key = keyIn(pem);
  if (key.type !== 'private') throw publicSigningKey();
  const { signature: _, ...signed } = certificate;
  const value = sign(null, Buffer.from(writeCertificate(signed)), key).toString('base64');
  return { ...signed, signature: { algorithm: 'Ed25519', key: exportKey(createPublicKeyOf(key)), value } };
}

/** A key of Ed25519: a private one signs, a public one says whose signature a certificate must have. */
export function keyIn(pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = pem.includes('PRIVATE KEY') ? createPrivateKey(pem) : createPublicKey(pem);
  } catch (thrown) {
    throw unreadableKey(thrown);
  }
  if (key.asymmetricKeyType !== 'ed25519') throw wrongKeyType(key.asymmetricKeyType);
  return key;
}

function exportKey(key: KeyObject): string {
  return key.export({ format: 'der', type: 'spki' }).toString('base64');
}

function createPublicKeyOf(key: KeyObject): KeyObject {
  return key.type === 'private' ? createPublicKey(key) : key;
}

/** Where two certificates of one piece of work differ, in words. What a machine is, and the trace, may differ: nothing is said of them. */
export function compareCertificates(given: Certificate, again: Certificate): string[] {
  const parts = ['commit', 'seal', 'work', 'hidden', 'command', 'verdict', 'tests', 'twins', 'missing'] as const;
  return parts.flatMap((part) => {
    const [was, is] = [given[part], again[part]].map((value) => canonical((value ?? null) as unknown as Json));
    return was === is ? [] : [`\`${part}\` is ${is}, and the certificate says ${was}`];
  });
}

const FIELDS = 'format verdict commit seal work hidden command tests twins missing isolation versions trace signature'.split(' ');

function checkShape(value: unknown): asserts value is Certificate {
  if (!isObject(value) || value.format !== 'reflect-engine/certificate') throw wrongCertificateFormat();
  const unknown = Object.keys(value).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined) throw unknownCertificateField(unknown);
  const { command, signature } = value;
  for (const field of ['commit', 'seal', 'work'])
    if (!/^[\da-f]{40,64}$/.test(String(value[field]))) throw wrongCertificateField(field, 'a hash', value[field]);
  if (value.verdict !== 'accepted' && value.verdict !== 'refused')
    throw wrongCertificateField('verdict', '"accepted" or "refused"', value.verdict);
  if (!isObject(command)) throw wrongCertificateField('command', 'an object', command);
  for (const field of ['verify', 'project'])
    if (typeof command[field] !== 'string') throw wrongCertificateField(`command.${field}`, 'a text', command[field]);
  for (const field of ['work', 'seal', 'allow', 'env']) {
    const list = command[field];
    if (!Array.isArray(list) || !list.every((one) => typeof one === 'string'))
      throw wrongCertificateField(`command.${field}`, 'a list of texts', list);
  }
  if (command.prepare !== undefined && typeof command.prepare !== 'string')
    throw wrongCertificateField('command.prepare', 'a text', command.prepare);
  if (signature === undefined) return;
  if (
    !isObject(signature) ||
    signature.algorithm !== 'Ed25519' ||
    typeof signature.key !== 'string' ||
    typeof signature.value !== 'string'
  )
    throw wrongCertificateField('signature', 'of Ed25519, with a `key` and a `value`', signature);
}
