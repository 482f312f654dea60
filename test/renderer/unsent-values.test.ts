import { describe, expect, it } from 'vitest'
import {
  keepAnswer,
  readKeptAnswers,
  restoreAnswer,
} from '../../src/renderer/features/inbox/dock/unsent-values.ts'

const form = {
  inputSchema: {
    type: 'object',
    properties: {
      town: { type: 'string', title: 'Town' },
      count: { type: 'integer', title: 'Count' },
      door: { type: 'string', format: 'password' },
      account: { type: 'object', properties: { name: { type: 'string' }, apiKey: { type: 'string' } } },
      hidden: { $ref: '#/$defs/hidden' },
      box: { type: 'array', items: { type: 'object', properties: { code: { 'x-secret': true } } } },
    },
    $defs: { hidden: { type: 'string', writeOnly: true } },
  },
  arguments: { town: 'Bath', count: 3, door: 'theirs', account: { name: 'ada' } },
}
const SECRETS = {
  ...{ door: 's1', account: { name: 'kim', apiKey: 's2' }, hidden: 's3', box: [{ code: 's4' }] },
  ...{ password: 's5', more: { deep: [{ secret: 's6' }] } },
}

describe('values that were not sent', () => {
  it('are told by the names of their fields, where they are not as they were offered [card.unsent]', () => {
    const { unsent } = keepAnswer(form, { town: 'York', count: 3, tags: ['a'], empty: '' })
    expect(unsent).toEqual([
      { name: 'Town', text: 'York' },
      { name: 'tags', text: '[\n  "a"\n]' },
    ])
  })

  it('are kept without what looks like a secret, however it says so [card.unsent]', () => {
    const kept = keepAnswer(form, { town: 'York', ...SECRETS })
    expect(JSON.stringify(kept)).not.toMatch(/s\d/)
    expect(kept.values).toEqual({ town: 'York' })
    expect(kept.unsent.filter(({ text }) => text === null)).toHaveLength(Object.keys(SECRETS).length)
  })

  it('come back in their form; what was not kept is as it is offered, and what was left out stays out [card.unsent]', () => {
    const kept = JSON.stringify({ approve: keepAnswer(form, { town: 'York', ...SECRETS }) })
    const { approve } = readKeptAnswers(kept)
    expect(approve && restoreAnswer(form, approve)).toEqual({
      ...{ town: 'York', door: 'theirs', account: { name: 'ada' } },
    })
  })

  it('that cannot be read are none [card.unsent]', () => {
    for (const text of [null, 'no', '7', '[]', '{"approve":3}', '{"approve":{"values":{},"unsent":[]}}'])
      expect(readKeptAnswers(text)).toEqual({})
    expect(readKeptAnswers('{"approve":{"values":{},"secret":[],"unsent":[{"name":1,"text":"x"}]}}')).toEqual(
      {},
    )
  })
})
