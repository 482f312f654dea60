import { symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfiguration } from '../../../src/main/config/load.ts'
import { inOneLine, writeFiles } from '../write-configuration.ts'

const V = 'version: "1.0.0"\n'

async function load(files: Record<string, string>) {
  const main = await writeFiles(files)
  const loaded = await loadConfiguration(main, {})
  const folder = `${dirname(main)}/`
  return {
    ...loaded,
    folder,
    lines: loaded.problems.map(
      (problem) => `${basename(problem.file)} ${inOneLine(problem).replaceAll(folder, '')}`,
    ),
  }
}

describe('include [config.include]', () => {
  it('merges maps, lets the including file win, and concatenates lists, the included first', async () => {
    const { configuration, lines } = await load({
      'main.yaml': `${V}include: [people.yaml, parts/more.yaml]\napprovals: { holdMs: 1 }\npeople:\n  ada: { roles: [main] }\nproxy: { expose: [{ name: c, executor: { kind: noop } }] }\n`,
      'people.yaml':
        'approvals: { holdMs: 2, timeoutMs: 2 }\npeople:\n  ada: { roles: [first], permissions: [p] }\n  bob: {}\nproxy: { expose: [{ name: a, executor: { kind: noop } }] }\n',
      'parts/more.yaml':
        'approvals: { timeoutMs: 3 }\nproxy: { expose: [{ name: b, executor: { kind: noop } }] }\n',
    })
    expect(lines).toEqual([])
    expect(configuration?.approvals).toEqual({
      holdMs: 1,
      timeoutMs: 3,
      undoMs: 8000,
      proof: 'never',
      pending: { perClient: 100, withoutToken: 400, itemBytes: 1_048_576 },
      queues: {},
    })
    expect(configuration?.people).toEqual({
      ada: { roles: ['first', 'main'], permissions: ['p'] },
      bob: { roles: [], permissions: [] },
    })
    expect(configuration?.capabilities.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })

  it('resolves paths from the file that includes, and lists every file, the main one first', async () => {
    const { configuration, folder } = await load({
      'main.yaml': `${V}include: [a/one.yaml]\n`,
      'a/one.yaml': 'include: [../b/two.json]\n',
      'b/two.json': '{ "clients": {\t"cli": {} } }',
    })
    expect(configuration?.files).toEqual(
      ['main.yaml', 'a/one.yaml', 'b/two.json'].map((file) => folder + file),
    )
    expect(Object.keys(configuration?.clients ?? {})).toEqual(['cli'])
  })

  const REVIEW = (actor: string) =>
    `workflows: { w: { initialState: a, states: { a: { transitions: { go: { target: b, actor: ${actor} } } }, b: {} } } }\n`

  it.each([
    ['the file that is included', 'include: [workflows/z.yaml]\n', { 'workflows/z.yaml': REVIEW('human') }],
    ['the main file', REVIEW('human'), {}],
    ['a file of the folder that comes earlier', '', { 'workflows/0.yaml': REVIEW('human') }],
  ])(
    'lets no file of the folder undo what %s asks of a person [include.duplicate]',
    async (_, main, files) => {
      const { configuration, lines } = await load({
        'main.yaml': `${V}${main}`,
        ...files,
        'workflows/m.yaml': REVIEW('agent'),
      })
      expect(configuration?.workflows.w?.states.a?.transitions.go?.actor ?? 'human').toBe('human')
      if (configuration === null) {
        expect(lines.join('\n')).toMatch(
          /^m\.yaml .* error .*‘w’ is declared in ‘.*’ as well\. .*would loosen it/m,
        )
      } else expect(lines.join('\n')).toMatch(/^m\.yaml .* warning .*‘w’ is declared in ‘.*’ as well\./m)
    },
  )

  const ASKING = 'connections: { s: { kind: mcp, command: server, approval: { required: true } } }\n'
  it.each([
    [
      'an approval',
      ASKING,
      'connections: { s: { approval: { required: false } } }\n',
      'connections.s',
      '‘s’ no longer waits for an approval.',
    ],
    [
      'a decision',
      REVIEW('human'),
      'workflows: { w: { states: { a: { transitions: { skip: { target: b } } } } } }\n',
      'workflows.w',
      '‘skip’ in state ‘a’ is new and leads to ‘b’ without a person.',
    ],
    [
      'who may',
      'people: { ada: {} }\n',
      'people: { ada: { roles: [lead] } }\n',
      'people.ada',
      'The person ‘ada’ gets the role ‘lead’.',
    ],
  ])(
    'warns of an included file that loosens what one before it says: %s [include.duplicate]',
    async (_, first, later, at, loss) => {
      const rest = 'proxy: { import: [{ connection: s }] }\n'
      const { configuration, lines } = await load({
        'main.yaml': `${V}include: [safe.yaml, more.yaml]\n${first === ASKING ? rest : ''}`,
        'safe.yaml': first,
        'more.yaml': later,
      })
      expect(configuration).not.toBeNull()
      expect(lines).toEqual([
        expect.stringMatching(
          `^more\\.yaml 1:\\d+ warning ${at}: .*is declared in ‘safe\\.yaml’ as well, and this file, which is included later, loosens it\\..*${loss} Keep one of the two\\.$`,
        ),
      ])
    },
  )

  it('and of none that writes another address, or asks for more [include.duplicate]', async () => {
    const { lines } = await load({
      'main.yaml': `${V}include: [base.yaml, there.yaml]\nproxy: { import: [{ connection: s }] }\n`,
      'base.yaml': 'connections: { s: { kind: mcp, url: "https://a.example.com/mcp" } }\n',
      'there.yaml':
        'connections: { s: { url: "https://b.example.com/mcp", approval: { required: true } } }\n',
    })
    expect(lines).toEqual([])
  })

  it('says of what adds a way round that it loosens, whatever is merged last [include.duplicate]', async () => {
    const skip = 'workflows: { w: { states: { a: { transitions: { skip: { target: b } } } } } }\n'
    const { configuration, lines } = await load({
      'main.yaml': `${V}include: [workflows/z.yaml]\n`,
      'workflows/z.yaml': REVIEW('human'),
      'workflows/m.yaml': skip,
    })
    expect(configuration).toBeNull()
    expect(lines.join('\n')).toContain('‘skip’ in state ‘a’ is new and leads to ‘b’ without a person.')
  })

  it('shows a problem in the file that it stands in', async () => {
    const { lines, configuration } = await load({
      'main.yaml': `${V}include: [more.yaml]\n`,
      'more.yaml': '\nworkflows:\n  w: { initialState: b, states: { a: {} } }\n',
    })
    expect(lines).toEqual([
      'more.yaml 3:22 error workflows.w.initialState: The workflow is to start in the state ‘b’, which it does not have. Did you mean ‘a’?',
    ])
    expect(configuration).toBeNull()
  })

  it('refuses circles, naming the way round', async () => {
    const { lines } = await load({
      'main.yaml': `${V}include: [a.yaml]\n`,
      'a.yaml': 'include:\n  - b.yaml\n',
      'b.yaml': 'include: [a.yaml]\n',
    })
    expect(lines).toEqual([
      'b.yaml 1:11 error include: These files include each other: ‘a.yaml’ includes ‘b.yaml’ includes ‘a.yaml’.',
    ])
  })

  it('reads a file that is reached twice once', async () => {
    const { configuration } = await load({
      'main.yaml': `${V}include: [a.yaml, b.yaml]\n`,
      'a.yaml': 'include: [c.yaml]\n',
      'b.yaml': 'include: [c.yaml]\n',
      'c.yaml': 'discovery: { include: [proxy] }\n',
    })
    expect(configuration?.discovery.include).toEqual(['proxy'])
  })

  it('says where a missing file, a folder, an absolute path or a wrong entry is asked for', async () => {
    const { lines, folder } = await load({
      'main.yaml': `${V}include:\n  - gone.yaml\n  - sub\n  - /etc/hostname\n  - 5\n`,
      'sub/x.yaml': '',
    })
    expect(lines).toEqual([
      'main.yaml 3:5 error include: There is no file ‘gone.yaml’.',
      'main.yaml 4:5 error include: ‘sub’ is not a file.',
      'main.yaml 5:5 error include[2]: ‘/etc/hostname’ must be relative to this file.',
      'main.yaml 6:5 error include[3]: An included file must be a text: its path, relative to this file.',
    ])
    expect(folder).toMatch(/^\//)
  })

  it('does not read devices, however they are reached', async () => {
    const main = await writeFiles({ 'main.yaml': `${V}include: [endless]\n` })
    await symlink('/dev/zero', join(dirname(main), 'endless'))
    const { problems } = await loadConfiguration(main, {})
    expect(problems.map(({ message }) => message)).toEqual([
      `‘${join(dirname(main), 'endless')}’ is not a file.`,
    ])
  })
})

it('says that the main file is missing', async () => {
  const { configuration, problems } = await loadConfiguration('/nowhere/countersign.yaml', {})
  expect(configuration).toBeNull()
  expect(problems.map(inOneLine)).toEqual(['1:1 error : There is no file ‘/nowhere/countersign.yaml’.'])
})

it('says that a file is not text', async () => {
  const main = await writeFiles({ 'main.yaml': '' })
  await writeFile(main, Buffer.from([0xff, 0xfe, 0x00]))
  expect((await loadConfiguration(main, {})).problems.map(({ message }) => message)).toEqual([
    `‘${main}’ is not text in UTF-8. Save it as UTF-8.`,
  ])
})
