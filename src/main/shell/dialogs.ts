/** What the app says when there is no window yet. */
import { dialog } from 'electron'
import { messageOf } from '../model/error.ts'

/** @param reason a sentence that says whose process holds the data folder */
export async function offerToTryAgain(reason: string): Promise<boolean> {
  const message = 'Another program has your workspace open.'
  return (await ask('warning', message, `${reason} End it, then try again.`, ['Try Again', 'Quit'], 1)) === 0
}

/** @param reason a sentence with both configurations */
export async function offerToAccept(reason: string): Promise<boolean> {
  const message = 'Your workspace has another configuration than before.'
  const detail = `${reason} Its runs, its approvals and its audit log would go on with this one.`
  return (await ask('warning', message, detail, ['Quit', 'Use This One'], 0)) === 1
}

/** Says why the app cannot go on; resolves when the person has read it. */
export async function sayFailure(error: unknown): Promise<void> {
  await ask('error', 'Countersign could not start.', messageOf(error), ['Quit'], 0)
}

/** @param reason a sentence */
export async function sayRefused(reason: string): Promise<void> {
  await ask('warning', 'Nothing was opened.', reason, ['OK'], 0)
}

/** @returns which button was pressed; `cancelId` where it is closed */
async function ask(
  type: 'warning' | 'error',
  message: string,
  detail: string,
  buttons: string[],
  cancelId: number,
): Promise<number> {
  const title = 'Countersign'
  return (await dialog.showMessageBox({ type, title, message, detail, buttons, defaultId: 0, cancelId }))
    .response
}
