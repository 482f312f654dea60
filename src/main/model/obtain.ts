/** What is made once for each key, and kept. */

interface Memory<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

/** What is kept under the key; where there is nothing yet, it is made. */
export function obtain<Key, Value>(kept: Memory<Key, Value>, key: Key, make: () => Value): Value {
  const found = kept.get(key)
  if (found !== undefined) return found
  const made = make()
  kept.set(key, made)
  return made
}
