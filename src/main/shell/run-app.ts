/** The life of the app's process: one instance, its first starts after an update, its end. May import: updates, electron. */
import { app } from 'electron'
import type { FirstStart } from '../updates/first-starts.ts'
import { sayFailure } from './dialogs.ts'
import type { Packages } from './packages.ts'

export interface AppParts {
  packages: Packages
  /** Before anything else of a start. */
  begin(): Promise<FirstStart>
  /** Everything else of the app, which may fail to load. */
  load(): Promise<(life: AppLife) => Promise<boolean>>
}

/** What the app is started with. It answers false if the person gave up. */
export interface AppLife {
  packages: Packages
  first: Extract<FirstStart, { kind: 'run' }>
  /** Something went wrong: the app ends. */
  fail(error: unknown): Promise<void>
  /** From now on this is done before the process ends. */
  closeBy(close: () => Promise<void>): void
}

export async function runApp({ packages, begin, load }: AppParts): Promise<void> {
  if (!app.requestSingleInstanceLock()) return app.quit()
  const first = await begin()
  if (first.kind === 'restart') return packages.startAgain()
  const life: AppLife = { packages, first, fail, closeBy }

  async function run(start: Awaited<ReturnType<AppParts['load']>>): Promise<void> {
    if (await start(life)) return
    await life.first.forget()
    app.exit(1)
  }
  function closeBy(close: () => Promise<void>): void {
    app.once('will-quit', (event) => {
      event.preventDefault()
      close().then(packages.endApp, fail)
    })
  }
  async function fail(error: unknown): Promise<void> {
    if ((await life.first.failed()) === 'again') return packages.startAgain()
    await app.whenReady()
    await sayFailure(error)
    app.exit(1)
  }

  // What must be done before Electron is ready happens while it is loaded; what needs that is waited for by nobody here.
  await load().then(
    (start) =>
      void app
        .whenReady()
        .then(() => run(start))
        .catch(fail),
    (error: unknown) => void fail(error),
  )
}
