/** Every text about newer versions, in one place so that it can be translated. */
import type { UpdateView } from '../../preload/contract.ts'

export const updateWords = {
  title: 'Updates',
  region: 'Update',
  ready: (version: string) => `Countersign ${version} is ready.`,
  offered: (version: string) => `Countersign ${version} is available.`,
  whatIsNew: 'What is new',
  restart: 'Restart now',
  later: 'Later',
  gotIt: 'Dismiss',
  /** Beside the button that restarts. */
  waits: (running: number) =>
    running === 0
      ? 'Nothing is running. What waits for you stays.'
      : running === 1
        ? 'One step is running. Countersign waits for it, and begins nothing new.'
        : `${running} steps are running. Countersign waits for them, and begins nothing new.`,
  whatRuns: 'See what runs',
  restarting: (version: string, running: number) =>
    running === 0
      ? `Restarting with ${version}…`
      : running === 1
        ? `Restarting with ${version} when one step has ended…`
        : `Restarting with ${version} when ${running} steps have ended…`,
  look: 'Check for updates once a day',
  lookHint: 'Only what the project has signed is downloaded. Nothing is installed until you say so.',
  check: 'Check now',
  checking: 'Checking…',
  downloading: (version: string, percent: number) => `Downloading ${version}: ${percent} %`,
  checked: 'Last checked',
  never: 'Not checked yet.',
  newest: 'You have the newest version.',
  known: (version: string) => `Countersign ${version} was found. Check now to get it.`,
  notAgain: (version: string) =>
    `Countersign ${version} did not start on this computer, so it is not offered. A later version will be.`,
  failed: 'That did not work.',
  notes: (version: string) => `What is new in ${version}`,
} as const

export function sayOffer({ state, offered, running }: UpdateView): string {
  if (offered === null) return ''
  if (state === 'restarting') return updateWords.restarting(offered.version, running)
  return state === 'ready' ? updateWords.ready(offered.version) : updateWords.offered(offered.version)
}
