/** A suggested rule as a person reads it. */
import { expect, it } from 'vitest'
import { describeRule } from '../../src/main/desk/rules/rule-words.ts'
import { argumentNames, callFacts, resolveCall } from '../../src/main/workflow/executors/executors.ts'
import { unsaidFields } from '../../src/main/workflow/executors/fields.ts'
import { namesOfCall, suggestRule } from '../../src/main/workflow/gates/suggest-rule.ts'
import { declareProgram, scopeWith } from '../workflow/declarations.ts'

it('of a program that was always called without arguments says so [attention.rule]', () => {
  const examples = Array.from({ length: 12 }, () => ({
    facts: { kind: 'cli', command: 'uptime', args: [] },
    approved: true,
  }))
  const rule = suggestRule(examples, '$.call', { names: { '$.call': [] }, open: [] })
  expect(rule?.free).toEqual([])
  expect(
    rule === null ? '' : describeRule(rule, 'How long it runs', {}, unsaidFields(declareProgram('uptime'))),
  ).toBe('“How long it runs” runs without asking where ‘args’ is empty.')
})

it('says what is filled in where it goes without saying otherwise [attention.rule]', () => {
  const said = (stdin: string) => {
    const program = declareProgram('mail', ['$.arguments.to'], { stdin })
    const calls = Array.from({ length: 12 }, (_, index) =>
      resolveCall(program, scopeWith({ arguments: { to: `a${index}`, text: 'hello' } }), {
        ...{ cliConnection: () => null, restConnection: () => null },
      }),
    )
    const examples = calls.flatMap((each) => (each.ok ? { facts: callFacts(each.call), approved: true } : []))
    const rule = suggestRule(examples, '$.call', namesOfCall(program, {}))
    return rule && describeRule(rule, 'Send', argumentNames(program), unsaidFields(program))
  }
  expect(said('hello')).toBe('“Send” runs without asking. ‘to’ may be anything.')
  expect(said('$.arguments.text')).toBe(
    '“Send” runs without asking where ‘stdin’ is "hello". ‘to’ may be anything.',
  )
})
