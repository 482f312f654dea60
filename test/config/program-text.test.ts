import { describe, expect, it } from 'vitest'
import { builtinVariables } from '../../src/main/config/read/variables.ts'
import { expectProblems, type Row } from './expect-problems.ts'
import { V } from './flow.ts'
import { loadText } from './write-configuration.ts'

const expose = (entry: string) => `${V}proxy:\n  expose:\n    - { name: x, ${entry} }\n`
const X = 'proxy.expose[0]'

describe('program text [config.shell-injection]', () => {
  const run = (keys: string) => expose(`executor: { kind: cli, ${keys} }`)
  const refused: Row[2] = [['error', '', 'program text']]
  it.each([
    'command: node, args: ["--eval=$.arguments.x"]',
    'command: perl, args: ["-e", "print $.arguments.x"]',
    'command: pwsh, args: ["-Command", "Remove-Item", $.arguments.x]',
    'command: cmd, args: ["/c", "del", $.arguments.x]',
    'command: awk, args: ["$.arguments.x", file]',
    'command: bash, stdin: "rm $.arguments.x"',
    'command: sh, args: ["-s"], stdin: "rm $.arguments.x"',
    'command: sudo, args: [bash, "-c", { concat: ["rm ", $.arguments.x] }]',
  ])('%s', async (keys) => {
    const { problems } = await loadText(run(keys))
    expect(problems.map(({ severity }) => severity)).toEqual(['error'])
    expect(problems[0]?.message).toContain(refused[0]?.[2])
  })

  it.each([
    'command: pwsh, args: ["-ExecutionPolicy", $.arguments.x]',
    'command: bash, args: [script.sh, $.arguments.x], stdin: $.arguments.y',
    'command: awk, args: ["{ print }", $.arguments.x]',
    'command: cat, stdin: $.arguments.x',
  ])('%s is fine', async (keys) => {
    expect((await loadText(run(keys))).problems).toEqual([])
  })

  it('of another machine is warned of', () =>
    expectProblems(run('command: ssh, args: [host, rm, $.arguments.x]'), [
      ['warning', `${X}.executor.args`, 'a shell on the other side'],
    ]))
})

it('warns of a server that is given the folder of the data [R2.7]', async () => {
  const text = `${V}connections:\n  a: { kind: mcp, command: x, args: [/srv/countersign, /srv] }\nproxy: { import: [{ connection: a }] }\n`
  const environment = builtinVariables({ node: '', modules: '', workspace: '/w', data: '/srv/countersign' })
  const { problems } = await loadText(text, environment)
  expect(problems.map(({ at, message }) => [at, message.includes('Countersign’s data')])).toEqual([
    ['connections.a.args[0]', true],
    ['connections.a.args[1]', true],
  ])
})
