/** Whether a process of this machine runs; one of another user's does, too, though this one may not send it a signal. */
import { codeOf } from '../model/error.ts'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return codeOf(cause) === 'EPERM'
  }
}
