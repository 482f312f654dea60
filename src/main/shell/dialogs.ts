/** What the app says when there is no window yet. */
import { dialog } from 'electron'
import { messageOf } from '../model/error.ts'

/** @param reason a sentence that says whose process holds the data folder */
export async function offerToTryAgain(reason: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Countersign',
    message: 'Another program has your workspace open.',
    detail: `${reason} End it, then try again.`,
    buttons: ['Try Again', 'Quit'],
    defaultId: 0,
    cancelId: 1,
  })
  return response === 0
}

/** @param reason a sentence with both configurations */
export async function offerToAccept(reason: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Countersign',
    message: 'Your workspace has another configuration than before.',
    detail: `${reason} Its runs, its approvals and its audit log would go on with this one.`,
    buttons: ['Quit', 'Use This One'],
    defaultId: 0,
    cancelId: 0,
  })
  return response === 1
}

/** Says why the app cannot go on; resolves when the person has read it. */
export async function sayFailure(error: unknown): Promise<void> {
  await dialog.showMessageBox({
    type: 'error',
    title: 'Countersign',
    message: 'Countersign could not start.',
    detail: messageOf(error),
    buttons: ['Quit'],
  })
}

/** @param reason a sentence */
export async function sayRefused(reason: string): Promise<void> {
  await dialog.showMessageBox({
    type: 'warning',
    title: 'Countersign',
    message: 'Nothing was opened.',
    detail: reason,
    buttons: ['OK'],
  })
}
