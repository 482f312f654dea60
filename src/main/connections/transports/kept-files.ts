/**
 * What a program must not get from us: files and sockets that are open here and would stay open in it. Node closes its
 * own; Chromium, within whose process the gateway of the app runs, leaves its own open for every program that somebody
 * else starts: the ends of the window's connections among them. A server would hold them, and with them the window
 * would not be told that its page is gone. May import: nothing of ours.
 */
import { openSync, readdirSync, readFileSync } from 'node:fs'

const OWN = '/proc/self/fdinfo'
/** As Linux writes it among the flags of a file: it closes in a program that is started. */
const CLOSES = 0o2000000
/** So many more numbers are taken: other threads open files meanwhile. */
const AHEAD = 32

/** The types of `execa` name only the first numbers of files. */
type FileNumber = 3
let nothing: FileNumber | null = null

/** From the fourth place on, for the `stdio` of a program: nothing stands where something of ours would be. */
export function closeOthers(): (FileNumber | 'ignore')[] {
  if (process.platform !== 'linux') return []
  const open = new Map(listOpen().map((name) => [Number(name), closes(name)]))
  const left = [...open].flatMap(([file, isClosed]) => (isClosed || file < 3 ? [] : [file]))
  if (left.length === 0) return []
  nothing ??= openSync('/dev/null', 'r+') as FileNumber
  const empty = nothing
  open.set(empty, true)
  const count = Math.max(...left) + 1 + AHEAD - 3
  return Array.from({ length: count }, (_, place) => (open.get(place + 3) === true ? 'ignore' : empty))
}

/** Where the system does not tell, nothing can be kept away, and programs start all the same. */
function listOpen(): string[] {
  try {
    return readdirSync(OWN)
  } catch {
    return []
  }
}

/** What is gone meanwhile is closed. */
function closes(name: string): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`${OWN}/${name}`, 'utf8'))?.[1]
    return flags === undefined || (Number.parseInt(flags, 8) & CLOSES) !== 0
  } catch {
    return true
  }
}
