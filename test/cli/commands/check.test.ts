import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFolder } from '../../support/folders.ts'
import { run } from '../processes.ts'

const SAME = `version: "1.0.0"
store: { kind: memory }
audit: { sink: stdout }
workflows:
  letter:
    initialState: draft
    states:
      draft: { transitions: { send: { title: Send, actor: human, target: sent } } }
      sent: { terminal: true }
`

let folder: ReturnType<typeof makeFolder>
let file: string
beforeEach(() => {
  folder = makeFolder('flowgate')
  file = join(folder.path, 'gateway.yaml')
})
afterEach(() => folder.remove())

describe('check --from flowgate', () => {
  it('says what needs nobody, writes it, and never over a file [flowgate.command]', async () => {
    await writeFile(file, SAME)
    const to = join(folder.path, 'my countersign.yaml')
    const first = await run(['check', '--from', 'flowgate', file, '--to', to])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toContain('workflows.letter  the same')
    expect(first.stdout).toContain('0 left out, 0 to look at, 0 for your information.')
    expect(first.stdout).toMatch(/Check it: countersign check (['"]).*my countersign\.yaml\1\n$/)
    expect(await run(['check', to])).toMatchObject({ code: 0 })

    await writeFile(to, 'mine')
    const second = await run(['check', '--from', 'flowgate', file, '--to', to])
    expect(second.code).toBe(1)
    expect(second.stderr).toContain('exists already')
    expect(second.stdout).not.toContain('With --to')
    expect(await readFile(to, 'utf8')).toBe('mine')

    const nowhere = join(folder.path, 'none', 'countersign.yaml')
    const third = await run(['check', '--from', 'flowgate', file, '--to', nowhere])
    const why = 'the folder that it is to stand in does not exist.'
    expect(third).toMatchObject({ code: 1, stderr: `${nowhere} cannot be written: ${why}\n` })
  })

  it('exits with 1 where a person must look, and tells a program the same [flowgate.command]', async () => {
    await writeFile(file, SAME.replace('    initialState', '    maxChainDepth: 9\n    initialState'))
    const said = await run(['check', '--from', 'flowgate', file])
    expect(said.code).toBe(1)
    expect(said.stdout).toMatch(
      /look: `maxChainDepth`\n {4}\S*gateway\.yaml:6:20\n {4}there: .+\n {4}here: {2}.+\n/,
    )
    const told = await run(['check', '--from', 'flowgate', file, '--json'])
    expect(told.code).toBe(1)
    expect(JSON.parse(told.stdout)).toMatchObject({
      ok: false,
      text: expect.stringContaining('maxChainDepth: 9'),
      differences: [{ id: 'chain-depth', level: 'look', file, line: 6, column: 20 }],
    })
  })

  it('runs nothing of the file [flowgate.command]', async () => {
    const trace = join(folder.path, 'trace')
    const touch = JSON.stringify({ command: 'touch', args: [trace] }).slice(1, -1)
    await writeFile(
      file,
      `version: "1.0.0"
connections: { server: { kind: mcp, ${touch} } }
proxy:
  import: [{ connection: server }]
  expose: [{ name: touch, executor: { kind: cli, ${touch} } }]
workflows:
  touch:
    initialState: a
    states:
      a: { transitions: { go: { target: b, actor: deterministic, executor: { kind: cli, ${touch} } } } }
      b: { terminal: true }
`,
    )
    expect((await run(['check', '--from', 'flowgate', file])).code).toBe(1)
    expect(existsSync(trace)).toBe(false)
  })

  it('says what of the line or the file it cannot use [flowgate.command]', async () => {
    expect(await run(['check', '--from', 'other', file])).toMatchObject({ code: 2 })
    expect(await run(['check', file, '--to', file])).toMatchObject({ code: 2 })
    const none = await run(['check', '--from', 'flowgate', file])
    expect(none.code).toBe(1)
    expect(none.stdout).toContain('gateway.yaml')
  })
})
