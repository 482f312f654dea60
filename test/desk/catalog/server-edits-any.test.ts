import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isMap, isScalar, isSeq, Lexer, type Node, parseDocument } from 'yaml'
import type { JsonObject } from '../../../src/main/model/json.ts'
import type { ConfigurationEdit } from '../../../src/preload/contract.ts'
import { runs } from '../../support/effort.ts'
import { makeFolder } from '../../support/folders.ts'
import { openTestGateway } from '../../support/gateway.ts'
import { ask, openTestDesk } from '../fixture.ts'
import { type ServerAct, serverActs, settingsFile } from './file-generator.ts'

describe('any sequence of changes of servers', () => {
  it('on any valid file leaves a valid file, all comments and every other byte [servers.any-edits]', async () => {
    let saved = 0
    let refused = 0
    await fc.assert(
      fc.asyncProperty(settingsFile, serverActs, async (text, acts) => {
        const folder = makeFolder('any-edits')
        const configuration = join(folder.path, 'countersign.yaml')
        await writeFile(configuration, text)
        const gateway = await openTestGateway('', { folder: folder.path, configuration })
        const desk = openTestDesk(gateway)
        try {
          const session = await desk.openSession('window')
          for (const act of acts) {
            const before = await readFile(configuration, 'utf8')
            const edit = editOf(act, (await gateway.servers.edits.declared(act.name)) ?? {})
            const seen = await desk.dispatch(session, 'configuration.preview', { edit })
            if (!seen.ok) {
              expect(seen.error.code).toBe('REJECTED')
              refused += 1
              continue
            }
            const { hash, patch, problems } = seen.value as {
              hash: string
              patch: string
              problems: unknown[]
            }
            const reply = await desk.dispatch(session, 'configuration.save', { edit, hash })
            const after = await readFile(configuration, 'utf8')
            if (!reply.ok) {
              expect(problems).not.toEqual([])
              expect(after).toBe(before)
              refused += 1
              continue
            }
            saved += patch === '' ? 0 : 1
            expect(problems).toEqual([])
            expect(gateway.live.status().disk).toEqual({ kind: 'same' })
            expectKept(before, after, act)
            const { undo } = reply.value as { undo: string }
            if (patch !== '' && act.kind === 'remove') {
              await ask(desk, session, 'configuration.undo', { undo })
              expect(await readFile(configuration, 'utf8')).toBe(before)
              await desk.dispatch(session, 'configuration.save', { edit, hash })
            }
          }
        } finally {
          await desk.close()
          await gateway.close()
          folder.remove()
        }
      }),
      { numRuns: runs(30, 600) },
    )
    expect(saved).toBeGreaterThan(refused / 4)
  })
})

/** `declared`: the server as it is now. */
function editOf(act: ServerAct, declared: JsonObject): ConfigurationEdit {
  switch (act.kind) {
    case 'add': {
      const { kind } = act.connection
      const call =
        kind === 'rest'
          ? { kind: 'rest' as const, method: 'POST' as const, path: '/items/{id}' }
          : { kind: 'cli' as const, args: ['show', '{id}'] }
      const tool = {
        id: `${act.name}.show`,
        title: 'Show it',
        description: 'Shows: one # thing',
        readOnly: false,
        inputs: [{ name: 'id', description: 'Which', isRequired: true }],
        call,
      }
      return {
        kind: 'addServer',
        candidate: null,
        draft: {
          name: act.name,
          connection: act.connection,
          tools: kind === 'mcp' && act.isOffered ? { prefix: act.name, ask: 'always' } : null,
          ...(kind !== 'mcp' && act.tool ? { capability: tool } : {}),
        },
      }
    }
    case 'change':
      // As it comes back from a window.
      return {
        kind: 'changeServer',
        name: act.name,
        from: JSON.parse(JSON.stringify(declared)),
        connection: act.connection,
      }
    case 'rename':
      return { kind: 'renameServer', name: act.name, to: act.to, tools: true }
    case 'enable':
      return { kind: 'enableServer', name: act.name, enabled: act.enabled }
    case 'remove':
      return { kind: 'removeServer', name: act.name }
  }
}

/** What is the same in both is written the same, and no comment is gone but of what was removed or replaced. */
function expectKept(before: string, after: string, act: ServerAct): void {
  if (!before.includes('\r\n')) expect(after).not.toContain('\r')
  else expect(after.replaceAll('\r\n', '')).not.toContain('\n')
  expect(after.startsWith('\uFEFF')).toBe(before.startsWith('\uFEFF'))
  const [was, is] = [piecesOf(before), piecesOf(after)]
  for (const [path, piece] of was) {
    const now = is.get(path)
    // Under this name another thing may stand now.
    if (now !== undefined && now.value === piece.value) expect([path, now.text]).toEqual([path, piece.text])
  }
  const [gone, left] = [commentsOf(before), new Set(commentsOf(after))]
  const lost = gone.filter((comment) => !left.has(comment))
  // To enable a server takes out the line that disables it.
  if (act.kind === 'add' || act.kind === 'rename') expect(lost).toEqual([])
  else for (const comment of lost) expect(isNear(before, comment, act.name)).toBe(true)
}

/** Each thing of the file by its path, as it is written. */
function piecesOf(text: string): Map<string, { value: string; text: string }> {
  const pieces = new Map<string, { value: string; text: string }>()
  const walk = (node: unknown, path: string) => {
    const { range } = node as Node
    if (isScalar(node) && range != null)
      pieces.set(path, { value: JSON.stringify(node.value), text: text.slice(range[0], range[1]) })
    if (isMap(node))
      for (const { key, value } of node.items) if (isScalar(key)) walk(value ?? {}, `${path}/${key.value}`)
    if (isSeq(node)) for (const [index, item] of node.items.entries()) walk(item, `${path}/${index}`)
  }
  walk(parseDocument(text).contents, '')
  return pieces
}

function commentsOf(text: string): string[] {
  return [...new Lexer().lex(text)].filter((token) => token.startsWith('#')).map((token) => token.trim())
}

/** It stands in what is declared of the server, or in an entry that names it. */
function isNear(text: string, comment: string, name: string): boolean {
  const at = text.indexOf(comment)
  const whole = parseDocument(text)
  // Read as values: a name may stand there as an alias.
  const proxy = (whole.toJS() as { proxy?: Record<string, unknown[]> }).proxy ?? {}
  const holders = [
    whole.getIn(['connections', name], true),
    ...['import', 'expose'].flatMap((list) => {
      const entries = proxy[list] ?? []
      return entries.flatMap((entry, index) =>
        JSON.stringify(entry).includes(JSON.stringify(name))
          ? [whole.getIn(['proxy', list, index], true)]
          : [],
      )
    }),
  ]
  return holders.some((node) => {
    const range = (node as Node | undefined)?.range
    return range != null && at >= range[0] - 200 && at <= range[2] + 200
  })
}
