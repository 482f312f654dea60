/** What a changed configuration no longer asks for is named, whatever it is: what nobody thought of, too. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareConfigurations } from '../../../src/main/config/reload/difference.ts'
import type { Configuration } from '../../../src/main/model/configuration.ts'
import type { JsonValue } from '../../../src/main/model/json.ts'
import { comparePair } from './compare-pair.ts'
import { loadText } from './load-text.ts'

const RUN = '{ kind: cli, connection: shell, args: ["wipe"] }'
const WHOLE = `
connections:
  shell: { kind: cli, command: sh-like, env: { MODE: safe } }
  api: { kind: rest, baseUrl: "https://api.example.com", headers: { accept: json } }
proxy:
  expose:
    - { name: list, title: List, executor: { kind: cli, connection: shell, args: ["-l"] }, guards: [{ kind: role, role: lister }] }
workflows:
  deploy:
    title: Deploy
    timeoutMs: 60000
    onTimeout: { target: stopped }
    initialState: review
    states:
      review:
        goal: Look well
        transitions:
          approve: { target: ready, actor: human, title: Approve }
          stop: { target: stopped }
      ready:
        transitions:
          back: { target: review }
          ship:
            target: shipped
            executor: ${RUN}
            output: { code: "$.output.exitCode" }
            reliability: { timeoutMs: 1000, fallback: { executors: [{ kind: cli, connection: shell, args: ["back"] }] } }
      shipped: {}
      stopped: {}
clients: { ci: { roles: [runner], tags: [ops] } }
people: { anna: { roles: [lead] } }
`

const NOTED = `workflows:
  text:
    initialState: draft
    states:
      draft: { transitions: { submit: { target: review } } }
      review: { transitions: { note: { target: noted, actor: human }, publish: { target: published, actor: human } } }
      noted: { transitions: { publish: { target: published, actor: human } } }
      published: {}
`

const weakerAfter = async (from: string | RegExp, to: string) => {
  const changed = WHOLE.replace(from, to)
  expect(changed).not.toBe(WHOLE)
  return compareConfigurations(await loadText(WHOLE), await loadText(changed)).weaker.join('\n')
}

describe('a changed configuration names what may get weaker', () => {
  it('once, and in the section of the file in which it is declared [weaker.unproven]', async () => {
    const declared = (args: string) => `
connections: { shell: { kind: cli, command: sh-like } }
capabilities:
  zip: { executor: { kind: cli, connection: shell, args: [${args}] }, approval: { required: true } }
proxy: { expose: [{ capability: zip }] }
`
    const [before, after] = [await loadText(declared('"a"')), await loadText(declared('"b"'))]
    const named = compareConfigurations(before, after).weaker.filter((each) => each.includes('args'))
    expect(named).toEqual([expect.stringMatching(/^May loosen: tool ‘zip’ /)])
  })

  it.each<[string, string | RegExp, string, string]>([
    [
      'a timeout that approves',
      'onTimeout: { target: stopped }',
      `onTimeout: { target: ready, allowUnapproved: true, executor: ${RUN} }`,
      '‘deploy’ › ‘onTimeout’ › ‘target’ was "stopped" and is "ready"',
    ],
    ['a shorter timeout', 'timeoutMs: 60000', 'timeoutMs: 1000', '‘timeoutMs’ was 60000 and is 1000'],
    [
      'a start behind the person',
      'initialState: review',
      'initialState: ready',
      'A run of ‘deploy’ begins in ‘ready’ and no longer in ‘review’, where a person decides.',
    ],
    [
      'an effect on entering a state',
      '        goal: Look well\n',
      `        goal: Look well\n        onEnter: { executor: ${RUN} }\n`,
      '‘review’ › ‘onEnter’ is new',
    ],
    ['another effect', 'args: ["wipe"]', 'args: ["wipe", "--all"]', 'is ["wipe","--all"]'],
    [
      'another target',
      'stop: { target: stopped }',
      'stop: { target: shipped }',
      '‘target’ was "stopped" and is "shipped"',
    ],
    ['what is tried instead', 'args: ["back"]', 'args: ["--force"]', '‘reliability’'],
    ['what is kept of an answer', '$.output.exitCode', '$.output.stdout', '‘output’ › ‘code’'],
    [
      'a new step of a person, to where people lead',
      'approve: {',
      `wipe: { target: ready, actor: human, executor: ${RUN} }\n          approve: {`,
      '‘wipe’ in state ‘review’ is new: a person fires it, it runs “shell: wipe” and leads to ‘ready’.',
    ],
    [
      'a new step after an approval, to where people lead',
      'approve: {',
      `wipe: { target: ready, executor: ${RUN}, approval: { required: true } }\n          approve: {`,
      '‘wipe’ in state ‘review’ is new: an agent fires it after an approval, it runs “shell: wipe” and leads to ‘ready’.',
    ],
    ['another program', 'command: sh-like', 'command: other', '‘shell’ › ‘command’ was "sh-like"'],
    ['its environment', 'MODE: safe', 'MODE: wild', '‘env’ › ‘MODE’ was "safe"'],
    ['another address', 'api.example.com', 'evil.example.com', '‘api’ › ‘baseUrl’'],
    [
      'a new workflow',
      'workflows:\n',
      `workflows:\n  more: { initialState: a, states: { a: { transitions: { go: { target: b, executor: ${RUN} } } }, b: {} } }\n`,
      'The workflow ‘more’ is new.',
    ],
    ['a client that is gone', /clients: .*\n/, '', 'client ‘ci’ is gone'],
  ])('%s [weaker.unproven]', async (_, from, to, said) => {
    expect(await weakerAfter(from, to)).toContain(said)
  })

  it.each([
    [
      'send_back: { target: draft }',
      '‘send_back’ in state ‘review’ is no longer for a person to decide: an agent can.',
    ],
    ['again: { target: draft }', '‘again’ in state ‘review’ is new and leads to ‘draft’ without a person.'],
  ])('%s, which people alone could say, though nothing comes of it [weaker.unproven]', async (step, said) => {
    const of = (back: string) =>
      loadText(`workflows:
  text:
    initialState: draft
    states:
      draft: { transitions: { submit: { target: review } } }
      review: { transitions: { publish: { target: published, actor: human }, ${back} } }
      published: {}
`)
    const before = await of('send_back: { target: draft, actor: human }')
    expect(compareConfigurations(before, await of(step)).weaker).toEqual([said])
  })

  it('what people alone could say, where what it leads to is called otherwise [weaker.unproven] [weaker.renamed]', async () => {
    const text = (draft: string, back: string) => `workflows:
  text:
    initialState: ${draft}
    states:
      ${draft}: { transitions: { submit: { target: review } } }
      review: { transitions: { publish: { target: published, actor: human }, ${back} } }
      published: {}
`
    const BACK = 'send_back: { target: draft, actor: human }'
    const before = await loadText(text('draft', BACK))
    const changed = async (back: string) =>
      compareConfigurations(before, await loadText(text('sketch', back))).weaker
    expect(await changed(BACK.replace('draft', 'sketch'))).toEqual([])
    expect((await changed('again: { target: sketch }')).join()).toContain(
      '‘again’ in state ‘review’ is new: an agent fires it, and it leads to ‘sketch’.',
    )
    expect((await changed('send_back: { target: sketch }')).join()).toContain(
      '‘send_back’ in state ‘review’ is no longer for a person to decide: an agent can.',
    )
  })

  it.each<[string, [string, string][], string[]]>([
    [
      'a state that only people led to, though nothing more can happen in it',
      [['note: {', 'skip: { target: noted }, note: {']],
      ['‘skip’ in state ‘review’ is new and leads to ‘noted’ without a person.'],
    ],
    [
      'and not one that nobody led to, where no more can happen either',
      [
        ['note: {', 'look: { target: looked }, note: {'],
        [
          'published: {}',
          'looked: { transitions: { publish: { target: published, actor: human } } }\n      published: {}',
        ],
      ],
      [],
    ],
    [
      'a state that is there already, instead of one that is gone, where people decided',
      [
        ['submit: { target: review }', 'submit: { target: published }'],
        [/ +review: .*\n/.exec(NOTED)?.[0] ?? '', ''],
        [/ +noted: .*\n/.exec(NOTED)?.[0] ?? '', ''],
      ],
      ['‘submit’ in state ‘draft’ leads to ‘published’ and no longer to ‘review’, where a person decides.'],
    ],
  ])('%s [weaker.unproven]', async (_, edits, said) => {
    expect((await comparePair(NOTED, edits)).weaker).toEqual(said)
  })

  it('whatever text of it is another one, unless it is words [weaker.unproven]', async () => {
    const before = await loadText(WHOLE)
    // What is of a kind that nobody knows is not compared at all.
    const places = textsIn(before as unknown as JsonValue, []).filter(
      (path) =>
        !['executor', 'fallback', 'guards'].some((part) => path.includes(part) && path.at(-1) === 'kind'),
    )
    expect(places.length).toBeGreaterThan(25)
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.string({ minLength: 1 }), (path, text) => {
        const after = structuredClone(before) as unknown as JsonValue
        replaceAt(after, path, `${text} `)
        const { weaker } = compareConfigurations(before, after as unknown as Configuration)
        expect(weaker, path.join('.')).not.toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('whatever a later version can declare of a state, a step or a connection [weaker.unproven]', async () => {
    const before = await loadText(WHOLE)
    for (const path of [
      ['workflows', 'deploy'],
      ['workflows', 'deploy', 'states', 'review'],
      ['workflows', 'deploy', 'states', 'ready', 'transitions', 'ship'],
      ['connections', 'shell'],
      ['clients', 'ci'],
      ['approvals'],
    ]) {
      const after = structuredClone(before) as unknown as JsonValue
      replaceAt(after, [...path, 'later'], 'anything')
      expect(compareConfigurations(before, after as unknown as Configuration).weaker, path.join('.')).toEqual(
        [expect.stringContaining('‘later’ is new: "anything"')],
      )
    }
  })
})

/** Places of texts that are no words, no label and no place on the disk. */
const WORDS = [
  'title',
  'description',
  'goal',
  'version',
  'hash',
  'path',
  'files',
  'discovery',
  'id',
  'name',
  'source',
  'linkFilter',
  'proof',
]

function textsIn(value: JsonValue, path: string[]): string[][] {
  if (WORDS.includes(path.at(-1) ?? '')) return []
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner as JsonValue, [...path, key]))
}

function replaceAt(value: JsonValue, path: readonly string[], text: string): void {
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value)
  ;(holder as Record<string, unknown>)[path.at(-1) ?? ''] = text
}
