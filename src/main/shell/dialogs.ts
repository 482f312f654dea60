/** What the app says when there is no window yet. */
import { dialog } from 'electron'

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

/** Says why the app cannot go on; resolves when the person has read it. */
export async function sayFailure(error: unknown): Promise<void> {
  await dialog.showMessageBox({
    type: 'error',
    title: 'Countersign',
    message: 'Countersign could not start.',
    detail: error instanceof Error ? error.message : String(error),
    buttons: ['Quit'],
  })
}
