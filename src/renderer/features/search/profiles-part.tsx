/** The live profile, those that are kept, and what was applied before. */
export function ProfilesPart() {
  return null
}
