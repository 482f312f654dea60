/** The first letter of a name; where others begin alike, with the letter that tells it from them all. Pure. */
export function initialsOf(name: string, all: readonly string[]): string {
  const letters = lettersOf(name)
  const [first] = letters
  if (first === undefined) return '?'
  const alike = all.filter((other) => other !== name).map(lettersOf)
  const others = alike.filter((other) => other[0] === first)
  if (others.length === 0) return first
  const own = letters.findIndex(
    (letter, place) => place > 0 && others.every((other) => other[place] !== letter),
  )
  return `${first}${letters[own] ?? letters[1] ?? ''}`
}

function lettersOf(name: string): string[] {
  return [...name.toUpperCase()].filter((letter) => letter.trim() !== '')
}
