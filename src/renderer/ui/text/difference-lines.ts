import { diffArrays } from 'diff'
import { compareWords, type WordPiece } from './difference-words.ts'

export interface DifferenceLine {
  kind: 'same' | 'added' | 'removed'
  text: string
  /** Line numbers from 1; null where the line is not in that text. */
  before: number | null
  after: number | null
  /** Which words of it changed; null: it is not the same line in other words. */
  words: WordPiece[] | null
}

/** Lines that are alike in both texts and left out at first. */
export interface FoldedLines {
  kind: 'folded'
  lines: DifferenceLine[]
}

/** Past this it is quicker to read both texts than their difference. */
const MOST_EDITS = 1200
const AROUND = 3

/** Both texts line by line. Pure. */
export function compareLines(before: string, after: string): DifferenceLine[] {
  const [was, is] = splitBoth(before, after)
  const changes = diffArrays(was, is, { maxEditLength: MOST_EDITS }) ?? [
    { value: was, removed: true, added: false },
    { value: is, removed: false, added: true },
  ]
  const lines: DifferenceLine[] = []
  const at = { before: 1, after: 1 }
  for (const { value, added, removed } of changes) {
    for (const text of value) lines.push(place(at, added ? 'added' : removed ? 'removed' : 'same', text))
  }
  return withWords(lines)
}

/** The changed parts of a unified patch, each with the lines around it; what names the files is left out. Pure. */
export function readPatch(patch: string): DifferenceLine[][] {
  const hunks: DifferenceLine[][] = []
  let at = { before: 0, after: 0 }
  const written = patch.split('\n')
  const start = Math.max(
    0,
    written.findIndex((line) => line.startsWith('@@')),
  )
  const isWindows = endsAlike(written.slice(start))
  for (const line of written) {
    const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line)
    if (head !== null) {
      at = { before: Number(head[1]), after: Number(head[2]) }
      hunks.push([])
      continue
    }
    const kind = { '+': 'added', '-': 'removed', ' ': 'same' }[line[0] ?? ''] as
      | DifferenceLine['kind']
      | undefined
    if (kind !== undefined)
      hunks.at(-1)?.push(place(at, kind, isWindows ? dropReturn(line.slice(1)) : line.slice(1)))
  }
  return hunks.map(withWords)
}

/** Each line of it ends as Windows writes it, but for one that has no end: where all do, there is nothing to see in that. */
function endsAlike(lines: readonly string[]): boolean {
  const isText = (line: string) => /^[-+ ]/.test(line)
  const texts = lines.filter((line, index) => isText(line) && lines[index + 1]?.startsWith('\\') !== true)
  return texts.length > 0 && texts.every((line) => line.endsWith('\r'))
}

function dropReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text
}

/** Lines that are alike are folded, but for those beside a change; one alone is not worth folding. Pure. */
export function foldAlike(lines: readonly DifferenceLine[]): (DifferenceLine | FoldedLines)[] {
  const shown: (DifferenceLine | FoldedLines)[] = []
  let alike: DifferenceLine[] = []
  const flush = (isLast: boolean) => {
    const head = shown.length === 0 ? 0 : AROUND
    const tail = isLast ? 0 : AROUND
    if (alike.length <= head + tail + 1) shown.push(...alike)
    else {
      const folded = alike.slice(head, alike.length - tail)
      shown.push(
        ...alike.slice(0, head),
        { kind: 'folded', lines: folded },
        ...alike.slice(alike.length - tail),
      )
    }
    alike = []
  }
  for (const line of lines) {
    if (line.kind === 'same') alike.push(line)
    else {
      flush(false)
      shown.push(line)
    }
  }
  flush(true)
  return shown
}

/** The end of the last line is no line, unless it is what differs: then it stands as an empty one, to be seen. */
function splitBoth(before: string, after: string): [string[], string[]] {
  const isSeen = before !== '' && after !== '' && before.endsWith('\n') !== after.endsWith('\n')
  const split = (text: string) => {
    const lines = text.split('\n')
    return lines.at(-1) === '' && !(isSeen && text.endsWith('\n')) ? lines.slice(0, -1) : lines
  }
  return [split(before), split(after)]
}

/** Counts on. */
function place(
  at: { before: number; after: number },
  kind: DifferenceLine['kind'],
  text: string,
): DifferenceLine {
  const line = {
    kind,
    text,
    before: kind === 'added' ? null : at.before,
    after: kind === 'removed' ? null : at.after,
    words: null,
  }
  if (kind !== 'added') at.before += 1
  if (kind !== 'removed') at.after += 1
  return line
}

/** Removed lines and the added ones that stand in their place, first with first, are compared word by word. */
function withWords(lines: DifferenceLine[]): DifferenceLine[] {
  const result = [...lines]
  let from = 0
  while (from < lines.length) {
    const removed = countOf(lines, from, 'removed')
    const added = countOf(lines, from + removed, 'added')
    for (let pair = 0; pair < Math.min(removed, added); pair += 1) {
      const [one, other] = [lines[from + pair], lines[from + removed + pair]]
      if (one === undefined || other === undefined) continue
      const words = compareWords(one.text, other.text)
      if (words === null) continue
      result[from + pair] = { ...one, words: words.filter(({ kind }) => kind !== 'added') }
      result[from + removed + pair] = { ...other, words: words.filter(({ kind }) => kind !== 'removed') }
    }
    from += Math.max(1, removed + added)
  }
  return result
}

function countOf(lines: readonly DifferenceLine[], from: number, kind: DifferenceLine['kind']): number {
  let count = 0
  while (lines[from + count]?.kind === kind) count += 1
  return count
}
