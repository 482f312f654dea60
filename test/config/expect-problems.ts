/** Files with problems, by where and about what. */
import { expect } from 'vitest'
import { loadText } from './write-configuration.ts'

/** `severity at: what the sentence holds`; none: it is fine. */
export type Row = [what: string, text: string, problems: [severity: string, at: string, sentence: string][]]

export async function expectProblems(text: string, expected: Row[2]): Promise<void> {
  const { problems } = await loadText(text)
  expect(problems.map(({ severity, at }) => `${severity} ${at}`)).toEqual(
    expected.map(([severity, at]) => `${severity} ${at}`),
  )
  for (const [index, [, , sentence]] of expected.entries())
    expect(problems[index]?.message).toContain(sentence)
}
