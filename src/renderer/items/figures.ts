/** Figures from 0 to 1 as they are shown: two digits in a row, three where a small change is the point. Pure. */
export function sayFigure(value: number, digits: 2 | 3 = 2): string {
  return value.toFixed(digits)
}

/** A difference with its sign; empty where it rounds to nothing. Pure. */
export function sayChange(before: number, after: number, digits: 2 | 3 = 2): string {
  const said = Math.abs(after - before).toFixed(digits)
  if (Number(said) === 0) return ''
  return `${after > before ? '+' : '−'}${said}`
}
