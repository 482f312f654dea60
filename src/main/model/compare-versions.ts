/** Which of two versions of a package is newer: by its numbers, and what is not finished comes before what is. Pure. */

interface Version {
  numbers: number[]
  /** Of what comes before a release: `beta.1`; null: it is one. */
  before: string | null
}

/** Less than 0: the first is older. Of what is no version, nothing is newer. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [readVersion(one), readVersion(other)]
  if (left === null || right === null) return 0
  const length = Math.max(left.numbers.length, right.numbers.length)
  for (let index = 0; index < length; index += 1) {
    const difference = (left.numbers[index] ?? 0) - (right.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  if (left.before === null || right.before === null)
    return Number(left.before === null) - Number(right.before === null)
  return compareParts(left.before.split(/[.-]/), right.before.split(/[.-]/))
}

export function isFinished(version: string): boolean {
  return readVersion(version)?.before === null
}

function compareParts(left: readonly string[], right: readonly string[]): number {
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [one, other] = [left[index], right[index]]
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1
    if (one === other) continue
    const [number, otherNumber] = [Number(one), Number(other)]
    if (Number.isNaN(number) && Number.isNaN(otherNumber)) return one < other ? -1 : 1
    if (Number.isNaN(number) || Number.isNaN(otherNumber)) return Number.isNaN(number) ? 1 : -1
    return number - otherNumber
  }
  return 0
}

/** `1.2.3-beta.1+build`, and as Python writes it: `1.2.3rc1`, `1.2.3.dev4`, `1.2.3.post1`. */
function readVersion(text: string): Version | null {
  const found = /^v?(\d+(?:\.\d+)*)(?:[-.]?([a-z][\w.-]*))?(?:\+.*)?$/i.exec(text)
  if (found === null) return null
  const numbers = (found[1] ?? '').split('.').map(Number)
  const post = /^post(\d+)$/i.exec(found[2] ?? '')
  if (post?.[1] !== undefined) return { numbers: [...numbers, Number(post[1])], before: null }
  const mark = found[2]?.replace(/([a-z])(\d)/gi, '$1.$2') ?? null
  return { numbers, before: mark }
}
