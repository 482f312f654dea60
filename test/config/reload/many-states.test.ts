/** What a change of a very large workflow loosens. */
import { describe, expect, it } from 'vitest'
import { comparePair } from './compare-pair.ts'

const row = (states: number, actor: string, more: (number: number) => string = () => '') =>
  [
    'people: { anna: {} }',
    'workflows:',
    '  long:',
    '    initialState: s0',
    '    states:',
    ...Array.from(
      { length: states },
      (_, at) =>
        `      s${at}: { transitions: { go: { target: s${at + 1}, actor: ${actor}, evidence: [done] }${more(at)} } }`,
    ),
    `      s${states}: {}`,
  ].join('\n')

describe('a workflow of very many states', () => {
  it('is compared to its end, however far that is [weaker.many-states]', async () => {
    const step = 's1400: { transitions: { go: { target: s1401, actor: '
    const { weaker } = await comparePair(row(2000, 'human'), [[`${step}human`, `${step}agent`]])
    expect(weaker).toContain('‘go’ in state ‘s1400’ is no longer for a person to decide: an agent can.')
  })

  it('is not looked through for every other way where it is as it was [weaker.many-states]', async () => {
    const calling = 'executor: { kind: cli, command: echo, args: [x] }'
    const ring = row(
      300,
      'agent',
      (at) =>
        `, back: { target: s${Math.max(0, at - 7)} }, ask: { target: s${at}, actor: human, ${calling} }`,
    )
    const { weaker } = await comparePair(ring, [['anna: {}', 'anna: {}, bert: {}']])
    expect(weaker).toEqual([expect.stringContaining('a new person ‘bert’')])
  })
})
