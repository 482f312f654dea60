type Present<Values> = { [Key in keyof Values]?: Exclude<Values[Key], undefined> }

/** Without the keys that are undefined: absent and undefined are two things in stored JSON. */
export function present<Values extends object>(values: Values): Present<Values> {
  const kept = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(kept) as Present<Values>
}
