// The sentences about sealed checks, certificates and attempts, each a named constructor.

import { badSettings } from '../check/checks.js';
import { describeWrongKind, kindOf } from '../check/kind.js';
import { describeError } from '../error.js';

/** Why a certificate is refused. */
export class RefusedCertificate extends Error {}

export const missingFolder = () =>
  badSettings('`folder` of keepAttempts must be a text: name the folder that the agent works in');
export const unreadableFolder = (thrown: unknown) => badSettings(`\`folder\` of keepAttempts: ${describeError(thrown)}`);
export const uncommittedSeal = () =>
  new Error('there is no certificate of a seal without a commit: commit the files of the project before the agent begins');
export const missingCommit = (repo: string, base: string) => new RefusedCertificate(`${repo} has no commit ${base}`);
export const otherMergeBase = (commit: string, base: string, sealed: string) =>
  new RefusedCertificate(`it is sealed at ${commit}, and the merge base with ${base} is ${sealed}`);
export const missingHidden = () =>
  new RefusedCertificate('its work was judged with hidden checks: `--hidden FOLDER` must have them');
export const wrongProjectFolder = () => new RefusedCertificate('`command.project` is no folder of the repository');
export const changedVerdict = (differences: string[]) => new RefusedCertificate(`judged anew, ${differences.join('; ')}`);
export const refusedWork = () => new RefusedCertificate('its verdict is that the work is refused');
export const unparsedCertificate = (thrown: unknown) => new RefusedCertificate(`it is no JSON: ${describeError(thrown)}`);
export const editedText = () => new RefusedCertificate('it was edited: its text is not as it was written');
export const unsignedCertificate = () =>
  new RefusedCertificate('it is not signed, and `--key` says whose signature it must have');
export const missingSignatureKey = () => new RefusedCertificate('its signature has no key');
export const otherSignatureKey = () => new RefusedCertificate('it is signed by another key than `--key`');
export const wrongSignature = () => new RefusedCertificate('it was edited: its signature does not fit');
export const publicSigningKey = () => badSettings('the key that signs must be a private one, got a public one');
export const unreadableKey = (thrown: unknown) => badSettings(`the key cannot be read as PEM: ${describeError(thrown)}`);
export const wrongKeyType = (type: unknown) => badSettings(`the key must be of Ed25519, got ${type}`);
export const wrongCertificateField = (field: string, what: string, got: unknown) =>
  new RefusedCertificate(describeWrongKind(`\`${field}\``, what, got));
export const wrongCertificateFormat = () =>
  new RefusedCertificate('it is no certificate: its `format` is not "reflect-engine/certificate"');
export const unknownCertificateField = (field: string) => new RefusedCertificate(`\`${field}\` is no field of a certificate`);
export const wrongBase = (root: string, base: string) =>
  badSettings(`\`base\` must be a commit of ${root}, got ${JSON.stringify(base)}`);
export const unreadableHidden = (thrown: unknown) =>
  badSettings(`\`hidden\` must be a folder with checks: ${describeError(thrown)}`);
export const emptyHidden = (folder: string) =>
  badSettings(`\`hidden\` must be a folder with checks, and ${JSON.stringify(folder)} is empty`);
export const blankPrepare = () => badSettings('`prepare` must be a command, got an empty text');
export const wrongAllow = (place: string) => badSettings(`\`allow\` must have 'network' alone, got ${JSON.stringify(place)}`);
export const wrongVariable = (name: string) => badSettings(`\`env\` must have names of variables, got ${JSON.stringify(name)}`);
export const wrongSeconds = (seconds: number) => badSettings(`\`seconds\` must be a number above 0, got ${seconds}`);
export const tooManyBytes = (most: number, path: string) =>
  new Error(`the workspace has more than ${most} bytes of files to judge; the last one read is ${path}`);
export const failedGit = (command: string, said: string) => new Error(`\`git ${command}\` failed: ${said}`);
export const unreadableCommit = (commit: string, thrown: unknown) =>
  new Error(`the commit ${commit} cannot be read: ${describeError(thrown)}`);
export const missingObject = (id: string) => new Error(`the object ${id} is missing`);
export const missingGlobs = () =>
  badSettings("`work` or `seal` must have a glob: `work: ['src/**']` says what the agent may change");
export const wrongGlobs = (key: string, globs: unknown) =>
  badSettings(`${describeWrongKind(`\`${key}\``, 'a list of globs', globs)}: write \`['src/**']\``);
export const blankGlob = (key: string, glob: unknown) =>
  badSettings(`\`${key}\` must have globs, got ${kindOf(glob)}: write \`src/**\``);
export const wrongGlob = (key: string, glob: string, fault: string) =>
  badSettings(`\`${key}\` has the glob ${JSON.stringify(glob)}, ${fault}`);
export const uncleanScratch = (faults: string[]) =>
  new Error(
    `there is no clean place for a copy of the workspace: ${faults.join(', ')}. Set TMPDIR to a folder without them above it`,
  );
export const missingProject = (project: string) =>
  badSettings(`\`project\` must be a folder, got ${JSON.stringify(project)}, which is not there`);
export const unkeptAttempts = (folder: string, why: string) => new Error(`attempts in ${folder} cannot be kept: ${why}`);

/** Why work is refused. */
export const lateTests = (verify: string, seconds: number) =>
  `\`${verify}\` had not ended after ${seconds} seconds, and was stopped`;
export const changedSeal = (paths: string) => `sealed files were changed while the tests ran: ${paths}`;
export const slowedTests = (now: number, sealed: number) =>
  `the tests take ${Math.round(now)} seconds beside this work, and took ${Math.round(sealed)} when they were sealed: no time is left to judge it`;
export const changedWork = () => 'files of the work changed while they were judged';
export const missingPart = () => 'a part of the judgement was not made, and `strict` asks for all of it';
export const unrunHidden = () => 'there was no time for the hidden checks';
export const lateTwins = (seconds: number) =>
  `the tests did not end after ${Math.round(seconds)} seconds beside tests whose expectations were made wrong`;
export const failedHidden = (which = 'the hidden checks') =>
  `${which} fail: the work is right for the tests that you see, and not beyond them`;
export const passingHidden = () =>
  'hidden checks with wrong expectations pass beside this source: something in it keeps tests from failing';
export const passingTwins = (names: string) =>
  `tests pass beside this source although what they expect was made wrong: ${names}. Something in the source keeps them from failing`;
export const absentTwins = (names: string) =>
  `tests do not run when what they expect is wrong: ${names}. Something in the source ends the run, or the command stops at the first failure`;
export const disturbedTests = (names: string) =>
  `tests fail or do not run as soon as what others expect is made wrong: ${names}. The source behaves otherwise beside tests that it knows`;
