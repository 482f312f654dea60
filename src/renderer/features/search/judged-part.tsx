/** The judged queries: what a right answer is, and how well it is found. */
export function JudgedPart() {
  return null
}
