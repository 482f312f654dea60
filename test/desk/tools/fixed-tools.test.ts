import { describe, expect } from 'vitest'
import type { ToolChange, ToolRef } from '../../../src/preload/contract.ts'
import { test } from '../../support/fixtures.ts'
import { ask, openTestDesk } from '../fixture.ts'

const SETTINGS = `
include: [other.yaml]
connections:
  strict: { kind: mcp, command: /no/such, approval: { required: true } }
  alone: { kind: mcp, command: /no/such }
  wrapped: { kind: mcp, command: /no/such }
capabilities:
  careful: { title: Careful, executor: { kind: mcp, connection: wrapped, tool: wipe }, approval: { quorum: 2 } }
workflows:
  pay: { initialState: a, states: { a: { transitions: { go: { target: b } } }, b: {} } }
proxy:
  expose:
    - { capability: careful, as: shown }
    - { name: written, title: Written, executor: { kind: noop } }
  import:
    - { connection: strict, prefix: strict }
    - { connection: wrapped, prefix: wrapped }
`
const OTHER = `
connections: { far: { kind: mcp, command: /no/such } }
proxy: { import: [{ connection: far, prefix: far }] }
`

const tool = (server: string | null, name: string): ToolRef => ({ server, name })

describe('what cannot be changed at the desk', () => {
  test.for<[string, ToolRef, ToolChange, string]>([
    [
      'a server that asks about every call',
      tool('strict', 'read'),
      { do: 'ask', when: 'never' },
      'A person is asked before every call of its server. Change that at the server.',
    ],
    [
      'another entry that asks about the same call',
      tool('wrapped', 'wipe'),
      { do: 'ask', when: 'writes' },
      'Another entry of the settings file that makes the same call asks a person. Change that one.',
    ],
    [
      'a server that is not imported',
      tool('alone', 'read'),
      { do: 'confirm', reads: true },
      'Agents are offered no tool of its server. Turn it on first.',
    ],
    [
      'a server that is gone',
      tool('lost', 'read'),
      { do: 'offer', on: false },
      'The settings file has no MCP server named ‘lost’.',
    ],
    [
      'the steps of a workflow',
      tool(null, 'pay'),
      { do: 'ask', when: 'always' },
      'The steps of a workflow have approvals of their own. Change them in the settings file.',
    ],
    [
      'what a capability shows',
      tool(null, 'shown'),
      { do: 'ask', when: 'never' },
      'A person is also asked where it comes from: by its server, or by what it shows or wraps.',
    ],
    [
      'a capability that stands where it is offered',
      tool(null, 'written'),
      { do: 'offer', on: false },
      'It is declared where agents are offered it. Remove it in the settings file.',
    ],
    [
      'what comes with the program',
      tool(null, 'orchestrator.run_workflow'),
      { do: 'offer', on: false },
      'It comes with Countersign, or is gone from the settings file.',
    ],
  ])('says why: %s [tools.fixed]', async ([, ref, change, because], { openGateway }) => {
    const gateway = await openGateway(SETTINGS, { files: { 'other.yaml': OTHER } })
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('window')
    const foreseen = await ask(desk, session, 'tools.foresee', { tools: [ref], change })
    expect(foreseen).toEqual({ changed: [], same: [], fixed: [{ tool: ref, because }] })
    const edit = { kind: 'tools' as const, tools: [ref], change }
    const refused = await desk.dispatch(session, 'configuration.preview', { edit })
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'REJECTED', message: expect.stringContaining(because) },
    })
    await desk.close()
  })

  test('is left out with what stands in another file; a server that is imported for the first time asks about every call [tools.fixed] [tools.edit]', async ({
    openGateway,
  }) => {
    const gateway = await openGateway(SETTINGS, { files: { 'other.yaml': OTHER } })
    const desk = openTestDesk(gateway)
    const session = await desk.openSession('window')
    const change: ToolChange = { do: 'offer', on: false }
    const tools = [tool('strict', 'a'), tool('strict', 'b'), tool('far', 'c'), tool(null, 'shown')]
    const foreseen = await ask(desk, session, 'tools.foresee', { tools, change })
    expect(foreseen.changed).toEqual([tools[0], tools[1], tools[3]])
    expect(foreseen.fixed).toEqual([
      {
        tool: tools[2],
        because: 'It is set in ‘other.yaml’, and one save writes one file. Change it in a step of its own.',
      },
    ])
    const edit = { kind: 'tools' as const, tools: foreseen.changed, change }
    const { hash, patch } = await ask(desk, session, 'configuration.preview', { edit })
    expect(patch).toContain('-    - { capability: careful, as: shown }')
    expect(patch).toContain('exclude: [a, b]')
    const { undo } = await ask(desk, session, 'configuration.save', { edit, hash })
    await ask(desk, session, 'configuration.undo', { undo })
    const on = {
      kind: 'tools' as const,
      tools: [tool('alone', 'x')],
      change: { do: 'offer' as const, on: true },
    }
    const first = await ask(desk, session, 'configuration.preview', { edit: on })
    expect(first.patch).toContain('connection: alone')
    expect(first.weaker.join(' ')).not.toContain('without asking')
    await ask(desk, session, 'configuration.save', { edit: on, hash: first.hash })
    expect(gateway.configuration().imports.at(-1)).toMatchObject({
      connection: 'alone',
      include: ['x'],
      gate: { required: true },
    })
    await desk.close()
  })
})
