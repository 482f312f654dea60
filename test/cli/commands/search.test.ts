import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONNECTED, SERVER, writeTools } from '../../runtime/changing-server.ts'
import { makeFolder } from '../../support/folders.ts'
import { openTestGateway, pending, press } from '../../support/gateway.ts'
import { contentOf } from '../../support/items.ts'
import { run } from '../processes.ts'

const TOOLS = resolve('resources/examples/search/tools.jsonl')

let folder: ReturnType<typeof makeFolder>
beforeEach(() => {
  folder = makeFolder('search')
})
afterEach(() => folder.remove())

interface Shown {
  total: number
  hint: string | null
  weak: boolean
  notes: string[]
  results: { id: string; score: number; explanation: { points: number }[] }[]
}
const search = async (...args: string[]) => run(['search', ...args])
const found = async (...args: string[]): Promise<Shown> => {
  const { stdout, stderr, code } = await search('--json', ...args)
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  return JSON.parse(stdout) as Shown
}
const ids = async (...args: string[]) => (await found(...args)).results.map(({ id }) => id)

describe('countersign search in a file of tools', () => {
  it('lists what is found, best first, in columns [search.command]', async () => {
    const text = await search('--tools', TOOLS, '--profile', 'classic', '--limit', '2', 'restore', 'backup')
    expect(text).toMatchObject({ code: 0, stderr: '' })
    const [head, first, second, ...rest] = text.stdout.split('\n')
    expect(head).toMatch(/^\d+ items? found, of 80 items, ranked by classic\.$/)
    expect(first).toMatch(/^1 {2}[\d.]+ {2}db\.restore_backup +Restore a backup$/)
    expect(second).toMatch(/^2 {2}/)
    expect(rest).toEqual([''])
  })

  it.each(['classic', 'smart'])(
    'explains each point of %s, which add up to the score [search.command]',
    async (profile) => {
      const { results } = await found('--tools', TOOLS, '--profile', profile, '--explain', 'rsvp appointment')
      expect(results[0]?.id).toBe('calendar.answer_invitation')
      for (const { score, explanation } of results) {
        expect(explanation.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 4)
      }
      const text = await search('--tools', TOOLS, '--profile', profile, '--explain', 'rsvp appointment')
      expect(text.stdout).toMatch(/^ +[\d.]+ +rsvp .* in aliases$/m)
    },
  )

  it('finds nothing, says so with what is near, and that is no failure [search.command]', async () => {
    const { code, stdout, stderr } = await search('--tools', TOOLS, 'xyzzy')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('Nothing matches "xyzzy"')
    const near = await found('--tools', TOOLS, '--profile', 'classic', 'wezthq')
    expect(near).toMatchObject({ total: 0, results: [], hint: expect.stringContaining('weather') })
  })

  it('says what agents are told when what matches is too little [search.command]', async () => {
    const profile = join(folder.path, 'strict.json')
    await writeFile(profile, JSON.stringify({ ranking: 'smart', leastMatch: 0.9 }))
    const strict = await found('--tools', TOOLS, '--profile', profile, 'backup zebra yak quux')
    expect(strict).toMatchObject({ total: 0, hint: expect.stringContaining('well enough') })
    expect(strict.hint).toMatch(/ items? ha(?:ve|s) a small part of it\. /)
  })

  it('says that what was learnt from use is not counted, where agents get it counted [search.command]', async () => {
    const profile = join(folder.path, 'learning.json')
    await writeFile(profile, JSON.stringify({ ranking: 'smart', usage: 0.2 }))
    const said = `What was learnt from use is not counted here: under ‘${profile}’ agents may get another order.`
    expect(await found('--tools', TOOLS, '--profile', profile, 'backup')).toMatchObject({ notes: [said] })
  })

  it('says when nothing fits well, before what comes nearest [search.command]', async () => {
    const query = 'turn on the lights in the kitchen'
    const { stdout, code } = await search('--tools', TOOLS, '--profile', 'smart', query)
    expect({ code, lines: stdout.split('\n').slice(0, 2) }).toEqual({
      code: 0,
      lines: [
        expect.stringMatching(/^Nothing matches well; .* has nothing of: turn, kitchen\. /),
        expect.stringMatching(/^\d+ items? found, of 80 items, ranked by smart\./),
      ],
    })
    const weak = await found('--tools', TOOLS, '--profile', 'smart', query)
    expect(weak).toMatchObject({ weak: true, hint: stdout.split('\n')[0] })
    expect(await found('--tools', TOOLS, '--profile', 'smart', 'send a message')).toMatchObject({
      weak: false,
      hint: null,
    })
  })

  it('shows nothing of a tool that could steer a terminal [search.command]', async () => {
    const file = join(folder.path, 'tools.jsonl')
    await writeFile(
      file,
      `${JSON.stringify({ id: 'red', title: 'Red \u001b[31m\nalert\u202e', description: '' })}\n`,
    )
    const { stdout } = await search('--tools', file, 'red')
    expect(stdout.split('\n')[1]).toMatch(/^1 {2}[\d.]+ {2}red {2}Red \[31m alert$/)
  })

  it('ends with 2 where it was called wrongly, with 1 where something cannot be read [search.command]', async () => {
    expect(await search()).toMatchObject({ code: 2, stdout: '' })
    expect(await search('a', '--limit', 'all')).toMatchObject({ code: 2, stdout: '' })
    expect(await search('a', '--tools', 'a', '--config', 'b')).toMatchObject({ code: 2, stdout: '' })
    const file = join(folder.path, 'tools.jsonl')
    await writeFile(file, '{"id":"a"}\nb\n')
    const wrong = await search('a', '--tools', file)
    expect(wrong).toMatchObject({ code: 1, stdout: '' })
    expect(wrong.stderr).toBe(`${file}:2 This is not JSON. Each line has to be one whole JSON object.\n`)
    await writeFile(file, Buffer.from('{"id":"stra\xdfe"}\n', 'latin1'))
    expect((await search('a', '--tools', file)).stderr).toBe(
      `‘${file}’ is not text in UTF-8. Save it as UTF-8.\n`,
    )
    const none = await search('a', '--tools', join(folder.path, 'none.jsonl'), '--json')
    expect(none).toMatchObject({ code: 1, stderr: '' })
    expect(JSON.parse(none.stdout)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^There is no file ‘.*none.jsonl’\.$/),
    })
  })

  it('needs no database for that [search.command-alone]', async () => {
    const hook = join(folder.path, 'no-database.cjs')
    await writeFile(
      hook,
      `const Module = require('node:module')
      const load = Module._load
      Module._load = function (request, parent, ...rest) {
        if (/better[-_]sqlite3/.test(request + (parent?.filename ?? ''))) throw new Error('the database was loaded')
        return load.call(this, request, parent, ...rest)
      }`,
    )
    // In quotation marks: the folder for temporary files may have a space in its name.
    const environment = { NODE_OPTIONS: `--require ${JSON.stringify(hook)}` }
    const queries = resolve('resources/examples/search/queries.jsonl')
    for (const args of [
      ['search', '--tools', TOOLS, 'weather'],
      ['search', '--config', 'resources/examples/content-review.yaml', 'review'],
      ['evaluate', '--tools', TOOLS, '--queries', queries],
    ]) {
      expect(await run(args, '', environment)).toMatchObject({ code: 0, stderr: '' })
    }
    const audit = await run(['audit', 'verify', '--data', folder.path], '', environment)
    expect(audit.stderr).toContain('the database was loaded')
  })
})

describe('countersign search with a profile', () => {
  it('takes one of a file, or of a configuration, and says where it is wrong [search.command-profile]', async () => {
    const file = join(folder.path, 'own.yaml')
    await writeFile(file, 'ranking: smart\nname: Aliases first\nweights:\n  aliases: 20\n')
    const { stdout } = await search('--tools', TOOLS, '--profile', file, 'ls')
    expect(stdout).toContain('ranked by Aliases first.')
    await writeFile(file, 'version: "1.0.0"\ndiscovery:\n  profile: classic\n')
    expect((await search('--tools', TOOLS, '--profile', file, 'ls')).stdout).toContain(`ranked by ${file}.`)
    await writeFile(file, 'ranking: smart\nweights:\n  aliases: 2000\n')
    const wrong = await search('--tools', TOOLS, '--profile', file, 'ls')
    expect(wrong.code).toBe(1)
    expect(wrong.stderr).toMatch(/own\.yaml:3:12 error .*Aliases.* is 2000\./)
    await writeFile(file, '\n')
    expect((await search('--tools', TOOLS, '--profile', file, 'ls')).stderr).toMatch(
      /own\.yaml is empty\. A profile is an object/,
    )
    const unknown = await search('--tools', TOOLS, '--profile', 'mine', 'ls')
    expect(unknown.code).toBe(1)
    expect(unknown.stderr).toContain('There is no profile ‘mine’')
  })
})

describe('countersign search in a workspace', () => {
  it('finds what its configuration declares, by its own profile, and says what it cannot know [search.command-workspace]', async () => {
    const config = resolve('resources/sample/countersign.yaml')
    const { code, stdout, stderr } = await search('--config', config, 'proofread')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^1 {2}[\d.]+ {2}content_review {2}Content review$/m)
    expect(stderr).toBe(
      'The tools of ‘files’ were not searched: only the data folder of a gateway that has run knows them (--data).\n',
    )
  })

  it('has nothing to look in before there is a workspace [search.command-workspace]', async () => {
    const none = await run(['search', 'x'], '', { COUNTERSIGN_HOME: join(folder.path, 'none') })
    expect(none).toMatchObject({ code: 1, stdout: '' })
    expect(none.stderr).toContain('There is no workspace of the desk yet')
    await mkdir(join(folder.path, 'empty'))
    const unused = await search('x', '--data', join(folder.path, 'empty'))
    expect(unused).toMatchObject({ code: 1, stdout: '' })
    expect(unused.stderr).toContain('Name its configuration with --config.')
  })

  it('finds the tools of servers beside the gateway, as far as they are accepted [search.command-tools]', async () => {
    await writeFile(join(folder.path, 'server.cjs'), SERVER)
    const [read, write] = [{ name: 'read', readOnly: true }, { name: 'write' }]
    await writeTools(folder.path, [read, write])
    const configuration = join(folder.path, 'countersign.yaml')
    await writeFile(configuration, `version: "1.0.0"\n${CONNECTED}`)
    const gateway = await openTestGateway('', { folder: folder.path, configuration })
    try {
      await gateway.connections.settled(20_000)
      const data = ['--data', join(folder.path, 'data')]
      const listed = ['db.read', 'db.write']
      await expect.poll(() => gateway.store.setting('pins:db')).not.toBeNull()
      expect((await ids(...data, 'db:')).sort()).toEqual(listed)
      await writeTools(folder.path, [
        { ...read, description: 'Reads, and tells me' },
        write,
        { name: 'drop' },
      ])
      await gateway.connections.restart('db')
      await expect.poll(() => pending(gateway)).toHaveLength(2)
      const meanwhile = await found(...data, '--config', configuration, 'db:')
      expect(meanwhile.results.map(({ id }) => id)).toEqual(['db.write'])
      expect(meanwhile.notes).toEqual([
        'Not searched: ‘db.read’, which the server describes otherwise than was accepted.',
      ])
      const items = await pending(gateway)
      await press(gateway, items.find((item) => contentOf(item).subject.tool === 'read')?.id ?? '', 'approve')
      await press(gateway, items.find((item) => contentOf(item).subject.tool === 'drop')?.id ?? '', 'refuse')
      expect((await ids(...data, 'db:')).sort()).toEqual(listed)
    } finally {
      await gateway.close()
    }
    // What is in force counts, and not what lies on the disk and nobody has accepted.
    await writeFile(configuration, `version: "1.0.0"\n${CONNECTED.replace('prefix: db', 'prefix: other')}`)
    const changed = await found('--data', join(folder.path, 'data'), 'write')
    expect(changed.results.map(({ id }) => id)).toEqual(['db.write'])
    expect(changed.notes).toEqual([
      'The files of the configuration differ from what is in force, which is what was searched.',
    ])
  })
})
