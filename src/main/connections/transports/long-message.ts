/**
 * A message of a server, kept whole up to a size. Of a longer one only the ends are kept: they tell which call it answers,
 * and that call has done its work.
 */

/** Of one message that is read whole. What a tool answers is passed on up to half of it. */
export const WHOLE_BYTES = 16 * 1024 * 1024
/** Kept of each end of a longer one. */
const END_BYTES = 4096

/** The piece is what was added since the last `take`. */
export interface MessageCollector {
  add(bytes: Buffer): void
  /** Of the piece so far. */
  readonly length: number
  take(): CollectedMessage
}

export type CollectedMessage =
  | { isWhole: true; bytes: Buffer }
  | { isWhole: false; head: string; tail: string; length: number }

export function createMessageCollector(wholeBytes = WHOLE_BYTES): MessageCollector {
  let parts: Buffer[] = []
  let length = 0
  let head: Buffer | null = null
  let tail = Buffer.alloc(0)
  return {
    add(bytes) {
      length += bytes.length
      if (head === null) {
        parts.push(bytes)
        if (length <= wholeBytes) return
        const all = Buffer.concat(parts)
        parts = []
        head = Buffer.from(all.subarray(0, END_BYTES))
        tail = Buffer.from(all.subarray(-END_BYTES))
        return
      }
      tail = Buffer.from(Buffer.concat([tail, bytes.subarray(-END_BYTES)]).subarray(-END_BYTES))
    },
    get length() {
      return length
    },
    take() {
      const taken: CollectedMessage =
        head === null
          ? { isWhole: true, bytes: Buffer.concat(parts) }
          : { isWhole: false, head: head.toString('utf8'), tail: tail.toString('utf8'), length }
      parts = []
      length = 0
      head = null
      tail = Buffer.alloc(0)
      return taken
    },
  }
}

const ID = '"id"\\s*:\\s*(\\d{1,15}|"[^"\\\\\\s]{1,200}")'
const VERSION = '"jsonrpc"\\s*:\\s*"2\\.0"'
const BEGINS_WITH_ID = new RegExp(
  `^\\{\\s*(?:${VERSION}\\s*,\\s*)?${ID}\\s*,\\s*(?:${VERSION}\\s*,\\s*)?"result"\\s*:`,
)
const BEGINS_WITH_RESULT = new RegExp(`^\\{\\s*(?:${VERSION}\\s*,\\s*)?"result"\\s*:`)
const ENDS_WITH_ID = new RegExp(`,\\s*(?:${VERSION}\\s*,\\s*)?${ID}\\s*(?:,\\s*${VERSION}\\s*)?\\}\\s*$`)
/** The last of the result, not of something inside of it. */
const SAYS_ERROR = /"isError"\s*:\s*true\s*\}\s*(?:,\s*"(?:id|jsonrpc)"[^{}]*)?\}\s*$/
const BEGINS_WITH_ERROR = /"result"\s*:\s*\{\s*"isError"\s*:\s*true/

/** What stands for an answer of which only the ends are known; null: it is no answer, or nobody can say to what. */
export function answerInstead({
  head,
  tail,
  length,
}: Extract<CollectedMessage, { isWhole: false }>): string | null {
  const id =
    BEGINS_WITH_ID.exec(head)?.[1] ??
    (BEGINS_WITH_RESULT.test(head) ? ENDS_WITH_ID.exec(tail)?.[1] : undefined)
  if (id === undefined) return null
  const isError = BEGINS_WITH_ERROR.test(head) || SAYS_ERROR.test(tail)
  const text = sayLeftOut(isError, length)
  return `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify({ content: [{ type: 'text', text }], isError })}}`
}

/** What the tool did whose answer is not passed on whole: most of all that it need not be called again. */
export function sayDone(isError: boolean): string {
  return isError ? 'The tool reported a failure.' : 'The tool did its work: do not call it again for this.'
}

/** Also of an answer that was read whole, and of which only a part is passed on. */
export function sayLeftOut(isError: boolean, length: number): string {
  const size = `${Math.max(1, Math.round(length / 1024 / 1024))} MiB`
  return `[${sayDone(isError)} Its answer has ${size}; 8 MiB at most are passed on, and what is more is left out. Ask for less: a part, a page, a file.]`
}
