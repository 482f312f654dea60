/** Text from somebody who is not trusted, for titles, lines and folds (R5.9). */
import { revealText, type TextPiece } from '../../../main/workflow/wording/sight.ts'

export {
  hidesSomething,
  orderOf,
  revealText,
  splitTurned,
  type TextPiece,
} from '../../../main/workflow/wording/sight.ts'

/** The same as one text, for titles and screen readers. Pure. */
export function speakText(text: string): string {
  return speakPieces(revealText(text, true))
}

export function speakPieces(pieces: readonly TextPiece[]): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'mark') return `[${piece.text}]`
      return piece.lookalike === undefined ? piece.text : `${piece.text}[${piece.lookalike.code}]`
    })
    .join('')
}

/** The first `longest` characters (a mark counts as one), and whether anything was left out. */
export function foldText(text: string, longest: number): { text: string; folded: boolean } {
  const characters = [...text]
  return characters.length <= longest
    ? { text, folded: false }
    : { text: characters.slice(0, longest - 1).join(''), folded: true }
}

/** Whether a text could be taken for a number, a truth value, nothing, or one of the words that stand for these. Pure. */
export function readsLikeAnother(text: string, others: readonly string[]): boolean {
  const bare = text.trim()
  if (bare === '' || bare !== text || Number.isFinite(Number(bare))) return true
  return ['true', 'false', 'null', 'undefined', ...others].some(
    (other) => other.toLowerCase() === bare.toLowerCase(),
  )
}

/** As many pieces as take `longest` characters, marks whole, and whether anything was left out. Pure. */
export function foldPieces(
  pieces: readonly TextPiece[],
  longest: number,
): { pieces: TextPiece[]; folded: boolean } {
  const shown: TextPiece[] = []
  let room = longest
  for (const piece of pieces) {
    const characters = [...piece.text]
    if (characters.length > room) {
      if (room > 1 && piece.kind === 'text')
        shown.push({ ...piece, text: characters.slice(0, room - 1).join('') })
      return { pieces: shown, folded: true }
    }
    shown.push(piece)
    room -= characters.length
  }
  return { pieces: shown, folded: false }
}

/** The beginning of a text that has lines: as much as stands on so many of them. Pure. */
export function foldLines(text: string, longest: number, most: number): { text: string; folded: boolean } {
  const { text: shown, folded } = foldText(text, longest)
  // Line breaks that are counted instead of drawn take no room.
  const lines = [...shown.matchAll(/[\s]*\n/g)]
  const last = lines[most - 1]
  return last === undefined ? { text: shown, folded } : { text: shown.slice(0, last.index), folded: true }
}

/** About how many lines a text takes that is not drawn. Pure. */
export function countLines(text: string): number {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / WIDE)), 0)
}

/** Characters of a line. */
const WIDE = 100
