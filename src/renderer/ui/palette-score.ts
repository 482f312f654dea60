/**
 * How well a label answers what was typed, 0 to 1: every typed word must occur in it, best at the beginning of a
 * word. Letters scattered over a sentence do not count. Pure.
 */
export function scoreLabel(label: string, typed: string): number {
  const text = label.toLowerCase()
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return 1
  const scores = wanted.map((word): number => {
    const at = text.indexOf(word)
    if (at < 0) return 0
    if (at === 0) return 1
    return ` ${text}`.includes(` ${word}`) ? 0.9 : 0.5
  })
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length
}
