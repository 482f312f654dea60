/**
 * What a link `countersign://workspace?file=…` or a file of a workspace asks for: that its preview is shown. Whoever wrote
 * the link may mean harm, so it is read narrowly, and nothing that it says is done. Knows no electron.
 */
import { isAbsolute, normalize, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `refused`: why, as a sentence. */
export type PreviewRequest = { file: string } | { refused: string }

const SCHEME = 'countersign:'
const FILE = /\.(countersign|ya?ml)$/i
/** Control characters, those that turn a line round, and others that do not show. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u
/** As the desk's own calls have it. */
const LONGEST = 4096

const UNKNOWN = 'Countersign does not know this link.'
const ELSEWHERE =
  'It points to another computer. Copy the workspace to this one, then open it in Settings, Workspace.'
const NO_FILE = 'The file of a workspace ends in .countersign, .yaml or .yml.'
const UNCLEAR = 'Its path has characters that do not show, or leads somewhere else than it seems.'

/** The first word of a command line that asks for something; null: none does. */
export function findAsked(words: readonly string[], workingDirectory: string): PreviewRequest | null {
  for (const word of words) {
    if (word.startsWith('-')) continue
    if (word.toLowerCase().startsWith(SCHEME)) return readLink(word)
    if (/^file:/i.test(word)) return readFileAddress(word)
    if (FILE.test(word)) return readPath(resolve(workingDirectory, word))
  }
  return null
}

export function readLink(link: string): PreviewRequest {
  if (link.length > LONGEST || !URL.canParse(link)) return { refused: UNKNOWN }
  const { protocol, host, pathname, username, password, port, hash, searchParams } = new URL(link)
  const names = [...searchParams.keys()]
  const isPlain = [username, password, port, hash].every((part) => part === '') && /^\/?$/.test(pathname)
  const file = searchParams.get('file')
  if (protocol !== SCHEME || host !== 'workspace' || !isPlain || names.length !== 1 || !file)
    return { refused: UNKNOWN }
  return readPath(file)
}

function readFileAddress(address: string): PreviewRequest {
  try {
    return readPath(fileURLToPath(address))
  } catch {
    return { refused: ELSEWHERE }
  }
}

/** Reaching for a path of another computer would tell that one who reaches for it. */
function readPath(file: string): PreviewRequest {
  if (/^[\\/]{2}/.test(file)) return { refused: ELSEWHERE }
  if (!isAbsolute(file) || file.length > LONGEST) return { refused: UNKNOWN }
  if (UNSEEN.test(file) || normalize(file) !== file) return { refused: UNCLEAR }
  return FILE.test(file) ? { file } : { refused: NO_FILE }
}

/** Where the window shows the preview. A path in an address would be taken apart at its slashes. */
export function previewRoute(file: string): string {
  return `#/settings/workspace/${Buffer.from(file, 'utf8').toString('base64url')}`
}
