/** `make`, which must always say the same of the same: what was asked for last is not made again, the `most` newest. */
export function remember<Given, Made>(
  most: number,
  keyOf: (given: Given) => string,
  make: (given: Given) => Made,
): (given: Given) => Made {
  const kept = new Map<string, Made>()
  return (given) => {
    const key = keyOf(given)
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = make(given)
    kept.set(key, made)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    return made
  }
}
