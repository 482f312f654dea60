/** What a text says that is lost where it is read: numbers of JavaScript hold about sixteen digits. Pure. May import: nothing. */

/** What `JSON.parse` does not tell of a JSON text: how deep it is, and the first large number that it would change. */
export function surveyJson(text: string): { depth: number; rounded: string | null } {
  const token = /["[{\]}]|-?\d[\d.eE+-]*/g
  let level = 0
  let depth = 0
  let rounded: string | null = null
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [part] = found
    if (part === '"') token.lastIndex = endOfString(text, token.lastIndex)
    else if (part === '[' || part === '{') depth = Math.max(depth, ++level)
    else if (part === ']' || part === '}') level--
    else if (rounded === null && isRounded(part)) rounded = part
  }
  return { depth, rounded }
}

function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return end + 1
  }
  return text.length
}

/**
 * Whether a large number becomes another one when it is read. Behind the point every number has its rounding, which changes
 * nothing that a person could see.
 */
export function isRounded(source: string): boolean {
  const value = Number(source)
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return false
  return source.length > 400 || digitsOf(source) !== digitsOf(String(value))
}

/** Whether a text is a number that becomes another one when it is read as one. */
export function holdsRounded(text: string): boolean {
  const number = text.trim()
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(number) && isRounded(number)
}

/** A number in one spelling: its digits without noughts at either end, and the power of ten that they stand for. */
function digitsOf(source: string): string {
  const [mantissa = '', power = '0'] = source.replace(/^[-+]/, '').toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const bare = digits.replace(/0+$/, '')
  return `${bare}e${Number(power) - fraction.length + digits.length - bare.length}`
}
