import { diffWordsWithSpace } from 'diff'

export interface WordPiece {
  kind: 'same' | 'added' | 'removed'
  text: string
}

export type FoldedPiece = WordPiece | { kind: 'folded'; text: string }

const MOST_EDITS = 600
const LONGEST = 20_000
const LONGEST_SIGN = 2
/** Less than this in common, and the words that happen to be the same only confuse. */
const LEAST_ALIKE = 0.3

/** Word by word, in reading order; null if the two have too little in common, or are too long. Pure. */
export function compareWords(before: string, after: string): WordPiece[] | null {
  if (before.length > LONGEST || after.length > LONGEST) return null
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS })
  if (changes === undefined) return null
  const pieces = joinChanges(
    changes.map(({ value, added, removed }): WordPiece => {
      return { kind: added ? 'added' : removed ? 'removed' : 'same', text: value }
    }),
  )
  const alike = pieces.filter(({ kind, text }) => kind === 'same' && text.trim() !== '')
  const common = alike.reduce((sum, { text }) => sum + text.length, 0)
  return common < LEAST_ALIKE * Math.min(before.length, after.length) ? null : pieces
}

/** A sign or two that stay the same inside of a word make it no easier to read: the change goes on over them. */
function joinChanges(pieces: readonly WordPiece[]): WordPiece[] {
  const joined: WordPiece[] = []
  let [removed, added] = ['', '']
  const flush = () => {
    if (removed !== '') joined.push({ kind: 'removed', text: removed })
    if (added !== '') joined.push({ kind: 'added', text: added })
    removed = ''
    added = ''
  }
  for (const [place, { kind, text }] of pieces.entries()) {
    const goesOn = removed + added !== '' && pieces[place + 1] !== undefined
    if (kind === 'removed') removed += text
    else if (kind === 'added') added += text
    else if (goesOn && text.length <= LONGEST_SIGN && !/\s/.test(text)) {
      removed += text
      added += text
    } else {
      flush()
      joined.push({ kind, text })
    }
  }
  flush()
  return joined
}

/** So many characters stay beside what differs. */
const AROUND = 80

/** The words that are alike are folded away where many of them stand together: what differs stays in sight. Pure. */
export function foldWords(pieces: readonly WordPiece[]): FoldedPiece[] {
  return pieces.flatMap((piece, place): FoldedPiece[] => {
    const head = place === 0 ? 0 : AROUND
    const tail = place === pieces.length - 1 ? 0 : AROUND
    const characters = [...piece.text]
    if (piece.kind !== 'same' || characters.length <= head + tail + AROUND) return [piece]
    const cut = (from: number, to: number) => characters.slice(from, to).join('')
    return [
      ...(head === 0 ? [] : [{ kind: 'same' as const, text: cut(0, head) }]),
      { kind: 'folded' as const, text: cut(head, characters.length - tail) },
      ...(tail === 0
        ? []
        : [{ kind: 'same' as const, text: cut(characters.length - tail, characters.length) }]),
    ]
  })
}
