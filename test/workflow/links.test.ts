import { describe, expect, it } from 'vitest'
import { openTestGateway, start } from '../support/gateway.ts'

async function linksOf(transition: string) {
  const gateway = await openTestGateway(`
workflows:
  w:
    initialState: a
    linkFilter: byGuards
    initialContext: { known: here, nothing: null }
    states:
      a: { transitions: { go: { target: b, ${transition} } } }
      b: {}
`)
  const { links } = await start(gateway, 'w')
  await gateway.close()
  return links
}

describe('links', () => {
  it.each([
    ['one that reads what will be submitted', `[{ kind: expr, expr: "$.arguments.n > 3" }]`, true],
    [
      'it beside one that passes',
      `[{ kind: expr, expr: "$.arguments.n > 3 && $.context.known == 'here'" }]`,
      true,
    ],
    [
      'it as a way beside one that fails',
      `[{ kind: anyOf, guards: [{ kind: role, role: boss }, { kind: expr, expr: "$.arguments.n > 3" }] }]`,
      true,
    ],
    [
      'it beside one that fails',
      `[{ kind: allOf, guards: [{ kind: role, role: boss }, { kind: expr, expr: "$.arguments.n > 3" }] }]`,
      false,
    ],
    ['one that fails', `[{ kind: expr, expr: "$.context.known == 'there'" }]`, false],
  ])('hides only what cannot pass: %s [engine.link-filter]', async (_, guards, isShown) => {
    const links = await linksOf(`guards: ${guards}`)
    expect(links.map((link) => link.rel)).toEqual(isShown ? ['go'] : [])
  })

  it('leaves what nothing has written yet out of what it prefills [engine.prefill]', async () => {
    const [link] = await linksOf(
      'prefill: { here: $.context.known, later: $.context.later, nothing: $.context.nothing, word: main }',
    )
    expect(link?.args.arguments).toEqual({ here: 'here', nothing: null, word: 'main' })
  })

  it.each([
    ['', 'Waits for a person at the desk; an agent cannot fire it.'],
    [', description: Ships it.', 'Ships it. Waits for a person at the desk; an agent cannot fire it.'],
  ])(
    'say of a step for people who fires it, after its own words [engine.actor]%s',
    async (own, description) => {
      const [link] = await linksOf(`actor: human${own}`)
      expect(link).toMatchObject({ rel: 'go', actor: 'human', description })
    },
  )
})
