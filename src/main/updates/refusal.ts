/** Why an update is not taken, as sentences for a person. Pure. */
import { sayInUtc } from '../workflow/wording/in-utc.ts'

export interface Refusal {
  kind: string
  text: string
  /** What to do, as a sentence. */
  help: string
}

const WATCH = 'Nothing was installed. If this stays so, get the new version from where you got this one.'
const CLOCK = 'Nothing was installed. Look whether the clock of this computer is right.'
const AGAIN = 'Nothing was installed. Countersign tries again; you can also check now.'

/** It passes by itself, so it is tried again soon, and says so. */
export function isPassing({ help }: Pick<Refusal, 'help'>): boolean {
  return help === AGAIN
}

const made =
  <Arguments extends string[]>(kind: string, help: string, say: (...words: Arguments) => string) =>
  (...words: Arguments): Refusal => ({ kind, text: say(...words), help })

/** One for each reason. Versions and channels that are named have been checked for their characters. */
export const refuse = {
  unreadable: made('unreadable', WATCH, () => 'The list of updates cannot be read.'),
  unsigned: made('unsigned', WATCH, () => 'The list of updates is not signed.'),
  otherKey: made(
    'otherKey',
    WATCH,
    () => 'The list of updates is signed by somebody whom this version does not know.',
  ),
  tampered: made('tampered', WATCH, () => 'The list of updates was changed after it was signed.'),
  wrongChannel: made(
    'wrongChannel',
    WATCH,
    (channel, own) => `The list of updates is for “${channel}”, and this is “${own}”.`,
  ),
  expired: made(
    'expired',
    CLOCK,
    (expires) => `The list of updates was good until ${sayInUtc(expires)}, and there is no newer one.`,
  ),
  notYet: made(
    'notYet',
    CLOCK,
    (notBefore) => `The list of updates is good from ${sayInUtc(notBefore)} on, which is not yet.`,
  ),
  older: made(
    'older',
    WATCH,
    (version, newest) => `Version ${version} is offered, which is older than ${newest}.`,
  ),
  noFile: made('noFile', WATCH, (version) => `Version ${version} has no package for this computer.`),
  broken: made('broken', AGAIN, (version) => `The download of version ${version} broke off.`),
  wrongSize: made(
    'wrongSize',
    WATCH,
    (version) => `The package of version ${version} has another size than its signed list says.`,
  ),
  changedFile: made(
    'changedFile',
    WATCH,
    (version) => `The package of version ${version} is not the one that was signed.`,
  ),
  unreachable: made('unreachable', AGAIN, (address) => `The updates at ${address} cannot be reached.`),
  aPage: made(
    'aPage',
    AGAIN,
    (address) =>
      `The updates at ${address} cannot be reached: a web page answers. Maybe this network wants you to sign in first.`,
  ),
  noRoom: made(
    'noRoom',
    'Nothing was installed. Make room on the disk, then check again.',
    (version) => `There is no room on the disk for version ${version}.`,
  ),
  notWritable: made(
    'notWritable',
    'Nothing was installed. Ask whoever put Countersign there to update it, or move it to a folder of yours.',
    (version, target) => `Version ${version} cannot take the place of ${target}: you may not write there.`,
  ),
  failed: made('failed', AGAIN, (version) => `Version ${version} could not be put in place.`),
} as const
