/**
 * A number as a person types it, with a point or a comma before its fraction. Null: it is none, or not in between;
 * also where a comma or a point may stand for thousands, as in `1,000`: nobody is given one for a thousand. Pure.
 */
export function readNumber(text: string, least: number, most: number): number | null {
  const typed = text.trim()
  if (!/^\d+([.,]\d+)?$/.test(typed) || /^[1-9]\d{0,2}[.,]\d{3}$/.test(typed)) return null
  const value = Number(typed.replace(',', '.'))
  return value >= least && value <= most ? value : null
}
