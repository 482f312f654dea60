export function patternProblem(pattern: string): string | null {
  try {
    new RegExp(pattern, 'u')
    return null
  } catch {
    return `‘${pattern}’ is not a pattern.`
  }
}
export function matchesPattern(pattern: string, text: string): boolean {
  return patternProblem(pattern) === null && new RegExp(pattern, 'u').test(text)
}
