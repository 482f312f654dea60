/** A suggested rule as a person reads it. */
import { expect, it } from 'vitest'
import { describeRule } from '../../src/main/desk/rules/rule-words.ts'
import { suggestRule } from '../../src/main/workflow/gates/suggest-rule.ts'

it('of a program that was always called without arguments says so [attention.rule]', () => {
  const examples = Array.from({ length: 12 }, () => ({
    facts: { kind: 'cli', command: 'uptime', args: [] },
    approved: true,
  }))
  const rule = suggestRule(examples, '$.call', { names: { '$.call': [] }, open: [] })
  expect(rule?.free).toEqual([])
  expect(rule === null ? '' : describeRule(rule, 'How long it runs')).toBe(
    '“How long it runs” runs without asking where ‘args’ is empty.',
  )
})
