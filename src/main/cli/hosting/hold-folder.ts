/** The data folder for one command alone. */
import { failureOfLock } from '../../model/failure-to-open.ts'
import { lockFolder } from '../../store/folder-lock.ts'

/**
 * Does the work while nobody else has the folder.
 * @param file the database
 * @param otherwise what can be done while a gateway has the folder, as a sentence; empty: nothing
 * @throws Error that says who has it, and what to do
 */
export async function whileHeld<Result>(
  dataFolder: string,
  file: string,
  otherwise: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = lockFolder(dataFolder, file, Date.now())
  if (lock.ok) return await work().finally(lock.release)
  const { message } = failureOfLock(dataFolder, lock)
  const which = lock.holder === null ? 'it' : `process ${lock.holder.pid}`
  const stop = `Stop it first: press Ctrl+C in its terminal, or quit the app. If a client has started it by itself, quit that client, which would start it again, then end ${which}.`
  throw new Error([message, stop, otherwise].filter(Boolean).join(' '))
}
