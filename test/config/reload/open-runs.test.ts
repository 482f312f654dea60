/** What runs that have begun can do with a new configuration is compared, too: they are declared as they were. */
import { describe, expect, it } from 'vitest'
import { compareConfigurations } from '../../../src/main/config/reload/difference.ts'
import { loadText } from './load-text.ts'

const API = 'api: { kind: rest, baseUrl: "http://127.0.0.1:9" }'
const FILES = 'files: { kind: mcp, command: files-server, approval: { required: true } }'
const PUT = '{ kind: mcp, connection: files, tool: put }'
const REVIEW =
  'review: { initialState: a, states: { a: { transitions: { skip: { target: skipped }, ok: { target: approved, actor: human } } }, skipped: {}, approved: {} } }'
const flow = (step: string) =>
  `work: { initialState: a, states: { a: { transitions: { go: { target: b, ${step} } } }, b: {} } }`
const OTHER = 'other: { initialState: a, states: { a: {} } }'

const file = (connections: string[], workflows: string[], more = '') => `
connections: { ${[API, ...connections].join(', ')} }
workflows: { ${[OTHER, ...workflows].join(', ')} }
${more}`

/** What is named where two runs go on that began under `began`, of a client `bot`. */
async function compareOpen(began: string, before: string, after: string) {
  const [first, was, is] = [await loadText(began), await loadText(before), await loadText(after)]
  const pinned = Object.values(first.workflows).map((definition) => ({ definition, runs: 2 }))
  return {
    open: compareConfigurations(was, is, { pinned, owners: { bot: 2 } }),
    none: compareConfigurations(was, is),
  }
}

describe('what open runs find again under a name that was gone is named with how many they are [weaker.open-runs]', () => {
  const gone = file([], [])
  it.each<[string, string, string, string]>([
    ['a connection', file([FILES], [flow(`executor: ${PUT}`)]), file([FILES], []), 'server ‘files’'],
    [
      'a workflow',
      file([], [flow('executor: { kind: workflow, definitionId: review }'), REVIEW]),
      file([], [REVIEW]),
      'workflow ‘review’',
    ],
    ['a client', file([], []), file([], [], 'clients: { bot: {} }'), 'client ‘bot’'],
  ])('%s', async (_, began, after, what) => {
    const { open, none } = await compareOpen(began, gone, after)
    const said = `Open runs go on with the new ${what}: 2 began with one of this name.`
    expect(open.weaker).toContain(said)
    expect(open.risk?.level).toBe('high')
    expect(none.weaker).not.toContain(said)
    expect(none.weaker).toContainEqual(expect.stringContaining(`The ${what} is new`))
  })

  it('and what they then run without a person, by where they do', async () => {
    const bare = FILES.replace(', approval: { required: true }', '')
    const { open } = await compareOpen(file([FILES], [flow(`executor: ${PUT}`)]), gone, file([bare], []))
    expect(open.freed).toContainEqual(
      expect.stringMatching(
        /^Agents can now run .*put.* without asking a person: workflow ‘work \(open runs: 2\)’/,
      ),
    )
  })

  it('but nothing of what only they know and nothing changes', async () => {
    const began = file([FILES], [flow(`executor: ${PUT}`)])
    const { open, none } = await compareOpen(began, gone, file([], [], 'people: { anna: { roles: [lead] } }'))
    expect(open).toEqual(none)
  })
})

describe('what only open runs still do counts where something is taken away [weaker.open-runs]', () => {
  it('a tool that nothing else calls loses its approval', async () => {
    const importing = (include: string) =>
      `proxy: { import: [{ connection: files, include: [${include}], approval: { required: true } }, { connection: files, prefix: more, include: [get] }] }`
    const bare = FILES.replace(', approval: { required: true }', '')
    const { open, none } = await compareOpen(
      file([bare], [flow(`executor: ${PUT}`)]),
      file([bare], [], importing('put, list')),
      file([bare], [], importing('list')),
    )
    expect(none.weaker).toEqual([])
    expect(open.weaker).toContain('The approval before tools of the server ‘files’ holds for fewer of them.')
  })

  it('a state is called otherwise that only the workflow before has read, in the same change', async () => {
    const wipe = '{ kind: rest, connection: api, method: POST, path: /wipe }'
    const reading = `work: { initialState: a, states: { a: { transitions: { go: { target: b, executor: { kind: workflow, definitionId: review }, branches: [{ when: { kind: expr, expr: "$.output.workflow.state != 'skipped'" }, target: c }] } } }, b: {}, c: { transitions: { wipe: { target: b, actor: deterministic, executor: ${wipe} } } } } }`
    const before = file([], [reading, REVIEW])
    const renamed = REVIEW.replace('target: skipped', 'target: omitted').replace('skipped: {}', 'omitted: {}')
    const { open } = await compareOpen(before, before, file([], [renamed]))
    expect(open.weaker).toContainEqual(expect.stringContaining('‘target’ was "skipped" and is "omitted"'))
  })

  it('what an open run calls on entering a state is removed, and it goes on from there', async () => {
    const entering = `work: { initialState: a, states: { a: { onEnter: { executor: ${PUT} }, transitions: { go: { target: b } } }, b: {} } }`
    const began = file([FILES], [entering])
    const { open, none } = await compareOpen(began, began, file([], []))
    expect(none.weaker).toEqual([])
    expect(open.weaker).toEqual([
      'The server ‘files’ is removed: where a run calls it on entering a state, nothing runs, and it can go on from there all the same.',
    ])
  })
})
