/**
 * What people and other programs ask of this app while it starts and later: to come to the front, or to show the preview of
 * a workspace. Nothing else can be asked, whatever a link says.
 */
import { stat } from 'node:fs/promises'
import type { App } from 'electron'
import type { DeskShell } from './desk-shell.ts'
import { sayRefused } from './dialogs.ts'
import { findAsked, type PreviewRequest, readLink } from './links.ts'

/** Starts without its window: at login. */
export const HIDDEN = '--hidden'

export function startsHidden(app: App): boolean {
  if (process.platform === 'darwin') return app.getLoginItemSettings().wasOpenedAtLogin
  return process.argv.includes(HIDDEN)
}

/** Who does what is asked for. */
export interface AskedOf extends Pick<DeskShell, 'bringToFront'> {
  /** Of the workspace of a file. */
  preview(file: string): void
}

export interface AskedQueue {
  /** What nobody was told yet is told now, and from now on at once. */
  tell(shell: AskedOf): void
  bringToFront(): null
}

export function listenForAsked(app: App): AskedQueue {
  let shell: AskedOf | null = null
  let waiting = findAsked(process.argv.slice(1), process.cwd())
  /** Somebody has started it once more, while it was starting. */
  let wanted = false
  let refusing = false

  function take(asked: PreviewRequest | null): void {
    if (shell === null) {
      waiting = asked ?? waiting
      wanted = true
    } else if (asked === null) shell.bringToFront()
    else void show(shell, asked)
  }
  async function show(to: AskedOf, asked: PreviewRequest): Promise<void> {
    const refused = 'refused' in asked ? asked.refused : await whyNotThere(asked.file)
    if (refused === null && 'file' in asked) return to.preview(asked.file)
    // A page may send many; one sentence is enough.
    if (refused === null || refusing) return
    refusing = true
    await sayRefused(refused)
    refusing = false
  }

  app.on('second-instance', (_event, words, workingDirectory) => {
    if (!words.includes(HIDDEN)) take(findAsked(words.slice(1), workingDirectory))
  })
  app.on('open-url', (event, link) => {
    event.preventDefault()
    take(readLink(link))
  })
  app.on('open-file', (event, file) => {
    event.preventDefault()
    take(findAsked([file], '/'))
  })

  return {
    tell(ready) {
      shell = ready
      if (waiting !== null || wanted) take(waiting)
      waiting = null
      wanted = false
    },
    bringToFront: () => shell?.bringToFront() ?? null,
  }
}

/** Only a file is looked into: a device or a pipe never ends. */
async function whyNotThere(file: string): Promise<string | null> {
  return await stat(file).then(
    (found) => (found.isFile() ? null : 'It is no file.'),
    () => `There is no file ${file}, or you may not read it.`,
  )
}
