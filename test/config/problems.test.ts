import { describe, expect, it } from 'vitest'
import { loadConfiguration } from '../../src/main/config/load.ts'
import { flow, V } from './flow.ts'
import { GRAPH } from './graph-cases.ts'
import { LATER, READS } from './later-cases.ts'
import { MEANING } from './meaning-cases.ts'
import { PROFILES } from './profile-cases.ts'
import { SHAPE, SYNTAX } from './shape-cases.ts'
import { inOneLine, loadText, writeFiles } from './write-configuration.ts'

describe.each([
  ['YAML that is broken', SYNTAX],
  ['a shape that is wrong', SHAPE],
  ['states and transitions [R2.5]', GRAPH],
  ['parts that do not fit together', MEANING],
  ['reads of what nothing writes', READS],
  ['what a later version does', LATER],
  ['how search ranks [search.profile]', PROFILES],
])('%s: each problem in its place, in a sentence [config.located-problems]', (_, cases) => {
  it.each(cases)('$name', async ({ text, problems }) => {
    const loaded = await loadText(text)
    expect(loaded.problems.map(inOneLine).map(withoutEngineWords)).toEqual(problems)
    const broken = problems.some((problem) => / error /.test(problem))
    expect(loaded.configuration === null).toBe(broken)
  })
})

/** The schema engine's own words follow the sentence; they are its business. */
function withoutEngineWords(line: string): string {
  return line.replace(/(usable JSON Schema\.) .*/, '$1')
}

it('a JSON file is told what to write in JSON [config.located-problems]', async () => {
  const file = (await writeFiles({ 'main.json': '{ "clients": {} }' })).replace(/yaml$/, 'json')
  expect((await loadConfiguration(file, {})).problems.map(({ message }) => message)).toEqual([
    'The configuration needs ‘version’. Write ‘"version": "1.0.0",’ behind its first brace.',
  ])
})

describe('many mistakes in one file', () => {
  it.for([
    ['missing', ''],
    ['misspelt', 'initialStat: lint'],
  ])(
    'a workflow whose first state is %s is checked all the same, and nothing follows from that [config.located-problems]',
    async ([, first]) => {
      const { problems } = await loadText(`${V}
workflows:
  deploy:
    ${first}
    timeoutMs: 1000
    onTimeout: { target: late }
    states:
      ask: { transitions: { ok: { target: late, actor: human } } }
      lint: { transitions: { run: { target: tset, executor: { kind: cli, connection: gg, args: [] } } } }
      test: {}
      late: {}
`)
      expect(problems.map(({ at }) => at)).toEqual([
        first === '' ? 'workflows.deploy' : 'workflows.deploy.initialStat',
        'workflows.deploy.states.lint.transitions.run.target',
        'workflows.deploy.states.lint.transitions.run.executor.connection',
      ])
    },
  )

  it('a step of which something was misspelt is not said to do nothing as well [config.located-problems]', async () => {
    const { problems } = await loadText(`${V}
workflows:
  deploy: { steps: [{ name: one, executr: { kind: noop } }, { name: two }] }
`)
    expect(problems.map(({ at }) => at)).toEqual([
      'workflows.deploy.steps[0].executr',
      'workflows.deploy.steps[1]',
    ])
  })

  it('a transition without a target is checked all the same, and leads nowhere for whoever asks what can be reached [config.located-problems]', async () => {
    const { problems } = await loadText(`${V}
workflows:
  deploy:
    initialState: lint
    states:
      lint:
        transitions:
          run: { targt: test, executor: { kind: cli, connection: gg, args: [] } }
          stop: { actor: human, executor: { kind: noop } }
          go: { target: nowhere }
      test: {}
`)
    expect(problems.map(({ at }) => at.replace('workflows.deploy.states.lint.transitions.', ''))).toEqual([
      'run.targt',
      'run.executor.connection',
      'stop',
      'go.target',
    ])
  })

  it('are all reported in one run, in reading order [config.located-problems] [config.check]', async () => {
    const { problems } = await loadText(`${V}
conections: {}
connections:
  gh: { kind: mcp, comand: npx, env: { T: "\${NOPE}" } }
workflows:
  deploy:
    initialState: lintt
    states:
      lint:
        transitions:
          run: { target: tset, actor: humen, executor: { kind: cli, connection: gg } }
      test: {}
`)
    expect(problems.map((problem) => `${problem.line} ${problem.at}`)).toEqual([
      '3 conections',
      '5 connections.gh.comand',
      '5 connections.gh.env.T',
      '8 workflows.deploy.initialState',
      '12 workflows.deploy.states.lint.transitions.run.target',
      '12 workflows.deploy.states.lint.transitions.run.actor',
      '12 workflows.deploy.states.lint.transitions.run.executor.connection',
    ])
  })

  it('do not repeat a key that stands where they are [connections.written-keys]', async () => {
    const key = 'ghp_0123456789abcdef0123'
    const { problems } = await loadText(`${V}
connections:
  one: { kind: mcp, url: "htp://me:pw-of-mine@x.example/mcp?api_key=k-of-mine" }
  two: { kind: mcp, command: "node --token=${key}", env: { API_KEY: 123456789, B: "\${${key}}", C: 12345 } }
  three: { kind: ${key}, ${key}: 1 }
`)
    expect(problems.map(({ message }) => message)).toEqual([
      '‘htp://••••••@x.example/mcp?api_key=••••••’ is not an address that begins with http:// or https://.',
      expect.stringContaining('args: ["--token=••••••"]'),
      '‘API_KEY’ must be a text, not a number. Put it in quotes.',
      'The environment variable ‘••••••’ is not set.',
      '‘C’ must be a text, not 12345. Put it in quotes: "12345".',
      'There is no kind ‘••••••’ here. The kinds are ‘mcp’, ‘cli’ and ‘rest’.',
    ])
    expect(JSON.stringify(problems.map(({ message }) => message))).not.toMatch(/ghp_|of-mine/)
  })

  it('do not make the rest of the workflow look unreachable', async () => {
    const { problems } = await loadText(flow('a:\n  tranistions: { go: { target: b } }\nb: {}'))
    expect(problems.map(inOneLine)).toEqual([
      '7:9 error workflows.w.states.a.tranistions: The state ‘a’ takes no ‘tranistions’. Did you mean ‘transitions’?',
    ])
  })
})

describe('program text of shells and interpreters [config.shell-injection]', () => {
  const expose = (executor: string) =>
    `${V}connections:\n  shell: { kind: cli, command: /bin/bash }\nproxy:\n  expose:\n    - { name: a, executor: ${executor} }\n    - { name: b, executor: { kind: cli, connection: shell } }\n`
  it.each([
    '{ kind: cli, command: sh, args: ["-c", "rm $.arguments.x"] }',
    '{ kind: cli, connection: shell, args: ["-ec", "rm $.arguments.x"] }',
    '{ kind: cli, command: env, args: [A=1, zsh, -c, $.arguments.x] }',
    '{ kind: cli, command: C:\\Windows\\cmd.exe, args: [/c, "del $.arguments.x"] }',
    '{ kind: cli, command: powershell, args: [-Command, { concat: [del, $.arguments.x] }] }',
    '{ kind: cli, command: python3.12, args: [-c, "print($.arguments.x)"] }',
    '{ kind: cli, command: node, args: [--eval, $.context.lastResult] }',
  ])('%s is refused', async (executor) => {
    const { configuration, problems } = await loadText(expose(executor))
    expect(configuration).toBeNull()
    expect(problems.map((problem) => problem.message).join()).toContain('program text')
  })

  it.each([
    '{ kind: cli, connection: shell, args: ["-c", "cargo test"] }',
    '{ kind: cli, command: sh, args: ["-c", \'rm -- "$1"\', sh, $.arguments.x] }',
    '{ kind: cli, command: grep, args: [-c, $.arguments.x] }',
  ])('%s is allowed', async (executor) => {
    expect((await loadText(expose(executor))).problems).toEqual([])
  })
})

describe('guards of the engine [config.engine-rights]', () => {
  it('refuses permissions on deterministic transitions at any depth', async () => {
    const guard =
      '{ kind: any_of, guards: [{ kind: all_of, guards: [{ kind: permission, permission: x }] }] }'
    const { problems } = await loadText(
      flow(`a:\n  transitions:\n    go: { target: b, actor: deterministic, guards: [${guard}] }\nb: {}`),
    )
    expect(problems.map((problem) => problem.at)).toEqual([
      'workflows.w.states.a.transitions.go.guards[0].guards[0].guards[0]',
    ])
  })
})

describe('timeouts that would decide for a person [config.timeout-bypass]', () => {
  it('refuses one past a human executor, too', async () => {
    const { problems } = await loadText(
      flow(
        'a:\n  transitions: { ask: { target: b, executor: { kind: human } } }\nb: {}',
        '    timeoutMs: 1000\n    onTimeout: { target: b }\n',
      ),
    )
    expect(problems.map((problem) => problem.at)).toEqual(['workflows.w.onTimeout.target'])
  })

  it('accepts a target of its own', async () => {
    const { problems } = await loadText(
      flow(
        'a:\n  transitions: { approve: { target: b, actor: human } }\nb: {}\nlate: {}',
        '    timeoutMs: 1000\n    onTimeout: { target: late }\n',
      ),
    )
    expect(problems).toEqual([])
  })
})

it('lets nothing pass for a capability of the gateway itself', async () => {
  const { problems } = await loadText(
    `${V}proxy: { expose: [{ name: orchestrator.help, executor: { kind: noop } }] }\nworkflows: { orchestrator.run_workflow: { initialState: s, states: { s: {} } } }\n`,
  )
  expect(problems.map(({ severity, at }) => `${severity} ${at}`)).toEqual([
    'error proxy.expose[0]',
    'error workflows.orchestrator.run_workflow',
  ])
})

it('warns of rights for the identity that has none', async () => {
  const { problems } = await loadText(`${V}clients: { local: { roles: [writer] } }\n`)
  expect(problems).toMatchObject([{ severity: 'warning', at: 'clients.local' }])
})

it('refuses a version of the format that it does not know', async () => {
  const { configuration, problems } = await loadText('version: "2.0.0"\n')
  expect(configuration).toBeNull()
  expect(problems).toMatchObject([{ at: 'version', severity: 'error', line: 1 }])
})

it('warns of a server that is given the folder of the configuration', async () => {
  const { problems } = await loadText(
    `${V}connections:\n  a: { kind: mcp, command: x, args: ["\${COUNTERSIGN_WORKSPACE}/files", "\${COUNTERSIGN_WORKSPACE}", "--root=\${COUNTERSIGN_WORKSPACE}"] }\nproxy: { import: [{ connection: a }] }\n`,
  )
  expect(problems.map((problem) => `${problem.severity} ${problem.at}`)).toEqual([
    'warning connections.a.args[1]',
    'warning connections.a.args[2]',
  ])
})
