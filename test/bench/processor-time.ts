/** Processor time of another process: unlike the clock on the wall, it says much the same on a busy machine. */
import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second. */
const TICK_MS = 10

/** Milliseconds since the process began, in all its threads; null where the system does not tell. */
export function readProcessorMs(pid: number): number | null {
  if (process.platform !== 'linux') return null
  const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program stands in brackets and may hold spaces.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
