import { expect, it } from 'vitest'
import { fillInputs } from '../../../src/main/workflow/wording/fill-inputs.ts'

it('an option is left out with the value of its own name, and no other [sources.inputs]', () => {
  const args = [
    '--token',
    `\${input:--token}`,
    '--env',
    `KEY=\${input:--env KEY}`,
    '-v',
    'run',
    `\${input:what}`,
  ]
  const filled = (given: Record<string, string>) =>
    fillInputs({ command: 'serve', args }, (name) => given[name] ?? null)
  expect(filled({})).toEqual({ command: 'serve', args: ['-v', 'run'] })
  expect(filled({ '--token': 't', what: 'all' }).args).toEqual(['--token', 't', '-v', 'run', 'all'])
  expect(filled({ '--env KEY': 'k' }).args).toEqual(['--env', 'KEY=k', '-v', 'run'])
})
