/** The life of the app's process: one instance, its first starts after an update, its end. May import: updates, electron. */
import { app } from 'electron'
import type { FirstStart } from '../updates/first-starts.ts'
import { sayFailure } from './dialogs.ts'
import type { Packages } from './packages.ts'

export interface AppParts {
  packages: Packages
  /** Before anything else of a start. */
  begin(): Promise<FirstStart>
  /** False: the person gave up. */
  start(life: AppLife): Promise<boolean>
}

export interface AppLife {
  first: Extract<FirstStart, { kind: 'run' }>
  /** Something went wrong: the app ends. */
  fail(error: unknown): Promise<void>
  /** From now on this is done before the process ends. */
  closeBy(close: () => Promise<void>): void
}

export function runApp({ packages, begin, start }: AppParts): void {
  if (!app.requestSingleInstanceLock()) return app.quit()
  const begun = begin()

  async function run(): Promise<void> {
    const first = await begun
    if (first.kind === 'restart') return packages.startAgain()
    if (await start({ first, fail, closeBy })) return
    await first.forget()
    app.exit(1)
  }

  function closeBy(close: () => Promise<void>): void {
    app.once('will-quit', (event) => {
      event.preventDefault()
      close().then(packages.endApp, fail)
    })
  }

  async function fail(error: unknown): Promise<void> {
    const first = await begun.catch(() => null)
    if (first?.kind === 'run' && (await first.failed()) === 'again') return packages.startAgain()
    await sayFailure(error)
    app.exit(1)
  }

  app.whenReady().then(run).catch(fail)
}
