import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ResolvedCall } from '../../src/main/model/call.ts'
import type { ExecutorDeclaration } from '../../src/main/model/executor.ts'
import type { JsonValue } from '../../src/main/model/json.ts'
import { hasEffect, resolveCall } from '../../src/main/workflow/executors/executors.ts'
import type { ConnectionLookup } from '../../src/main/workflow/executors/kind.ts'
import { callText } from '../../src/main/workflow/executors/wording.ts'
import { runs } from '../support/effort.ts'
import { declareProgram, scopeWith } from './declarations.ts'

const connections: ConnectionLookup = {
  cliConnection: (name) =>
    name === 'kubectl' ? { command: 'kubectl', workingDirectory: '/srv' } : name === 'bare' ? {} : null,
  restConnection: () => null,
}
const scope = scopeWith({
  arguments: { image: 'app:1', flag: '-rf', file: 'a b.txt', number: -3, nul: 'a\0b', nested: { x: [1] } },
  context: { folder: 'releases' },
  input: { env: 'staging' },
})

function resolved(declaration: ExecutorDeclaration | undefined, at = scope): ResolvedCall {
  const result = resolveCall(declaration, at, connections)
  if (!result.ok) throw new Error(result.message)
  return result.call
}
function program(args: JsonValue[], rest: Parameters<typeof declareProgram>[2] = {}) {
  return resolved(declareProgram('deploy', args, rest))
}
function refusal(declaration: ExecutorDeclaration, at = scope): string {
  const result = resolveCall(declaration, at, connections)
  return result.ok ? 'not refused' : result.message
}

describe('a program', () => {
  it('has paths filled in whole or inside a string, in every field but the command [R2.6]', () => {
    const call = program(['set', '$.arguments.image', 'app=$.arguments.image', { add: [1, 2] }, 5, true], {
      workingDirectory: '/data/$.context.folder',
      env: { TARGET: '$.input.env', MODE: 'fast' },
      stdin: 'deploy $.arguments.image\n',
    })
    expect(call).toEqual({
      kind: 'cli',
      connection: null,
      command: 'deploy',
      args: ['set', 'app:1', 'app=app:1', '3', '5', 'true'],
      workingDirectory: '/data/releases',
      env: { TARGET: 'staging', MODE: 'fast' },
      stdin: 'deploy app:1\n',
      treatNonZeroAsFailure: true,
    })
    expect(resolved(declareProgram('$.arguments.image'))).toMatchObject({ command: '$.arguments.image' })
  })

  it('keeps one declared argument one argument, whatever is in the value [R7.1]', () => {
    const text = fc
      .string({ unit: 'binary' })
      .filter((value) => !value.includes('\0') && !value.startsWith('-'))
    fc.assert(
      fc.property(text, text, (one, other) => {
        const at = scopeWith({ arguments: { one, other } })
        const call = resolved(declareProgram('run', ['$.arguments.one', '--x=$.arguments.other', 'last']), at)
        expect(call).toMatchObject({ args: [one, `--x=${other}`, 'last'] })
      }),
    )
  })

  it('takes command, folder and nothing else from its connection [R2.6]', () => {
    const { command: _, ...rest } = declareProgram('x', ['get']) as Extract<
      ExecutorDeclaration,
      { kind: 'cli' }
    >
    expect(resolved({ ...rest, connection: 'kubectl' })).toMatchObject({
      connection: 'kubectl',
      command: 'kubectl',
      args: ['get'],
      workingDirectory: '/srv',
    })
    expect(
      resolved({ ...rest, connection: 'kubectl', command: 'oc', workingDirectory: '/tmp' }),
    ).toMatchObject({
      command: 'oc',
      workingDirectory: '/tmp',
    })
    expect(refusal({ ...rest, connection: 'nowhere' })).toBe(
      'There is no program ‘nowhere’ in the configuration.',
    )
    expect(refusal({ ...rest, connection: 'bare' })).toContain('names a command')
    expect(refusal(rest)).toContain('neither a command nor a connection')
  })

  it.each<[string, JsonValue]>([
    ['a path', '$.arguments.flag'],
    ['a number from a path', '$.arguments.number'],
    ['a path after one that is missing', '$.arguments.absent$.arguments.flag'],
    ['an operator', { concat: ['$.arguments.flag', 'x'] }],
    ['an operator with a missing value first', { concat: ['$.arguments.absent', '-', 'x'] }],
    ['set', { set: '$.arguments.flag' }],
    ['arithmetic', { multiply: ['$.arguments.number', 1] }],
    ['a dash of the author that a missing value uncovers', '$.arguments.absent$.context.absent--force'],
  ])('is refused an argument that begins with a dash and came from %s [R7.1]', (_, arg) => {
    expect(refusal(declareProgram('rm', [arg]))).toContain('could be read as an option of ‘rm’')
  })

  it.each<[string, JsonValue, string]>([
    ['a literal option', '-rf', '-rf'],
    ['an option with a value in it', '--file=$.arguments.flag', '--file=-rf'],
    ['an option made by concat', { concat: ['--n=', '$.arguments.number'] }, '--n=-3'],
    ['a literal negative number', -1, '-1'],
    ['a computed literal', { subtract: [1, 2] }, '-1'],
  ])('may have %s, which the author wrote [R7.1]', (_, arg, text) => {
    expect(program([arg])).toMatchObject({ args: [text] })
  })

  it('is refused a NUL character wherever it could end a string early [R7.1]', () => {
    for (const rest of [{ workingDirectory: '$.arguments.nul' }, { env: { A: '$.arguments.nul' } }]) {
      expect(refusal(declareProgram('x', [], rest))).toContain('NUL character')
    }
    expect(refusal(declareProgram('x', ['a$.arguments.nul']))).toContain('NUL character')
  })

  it('gets no argument that begins with a dash from any value, ever [R7.1]', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const at = scopeWith({ arguments: { value: value as JsonValue } })
        const result = resolveCall(declareProgram('x', ['$.arguments.value']), at, connections)
        if (result.ok && result.call.kind === 'cli') expect(result.call.args[0]).not.toMatch(/^-/)
      }),
    )
  })
})

describe('other executors', () => {
  it('a tool gets the arguments as they are, or the map, without what is missing [R2.6]', () => {
    expect(resolved({ kind: 'mcp', connection: 'files', tool: 'write', idempotent: false })).toEqual({
      kind: 'mcp',
      connection: 'files',
      tool: 'write',
      arguments: scope.arguments,
    })
    const map = {
      path: '$.arguments.file',
      mode: '$.arguments.absent',
      text: 'to $.input.env',
      deep: { x: '$.arguments.absent' },
    }
    expect(
      resolved({ kind: 'mcp', connection: 'files', tool: 'write', map, idempotent: false }),
    ).toMatchObject({
      arguments: { path: 'a b.txt', text: 'to $.input.env', deep: { x: null } },
    })
  })

  it('noop and none answer with the arguments; human carries them [workflow.literal-call]', () => {
    expect(resolved(undefined)).toEqual({ kind: 'noop', output: scope.arguments })
    expect(resolved({ kind: 'noop' })).toEqual({ kind: 'noop', output: scope.arguments })
    expect(resolved({ kind: 'human', queue: 'legal' })).toEqual({
      kind: 'human',
      queue: 'legal',
      timeoutMs: null,
      arguments: scope.arguments,
    })
    expect(resolved({ kind: 'human' })).toMatchObject({ queue: null })
  })

  it('have an effect if they call something [workflow.literal-call]', () => {
    expect(hasEffect(program([]))).toBe(true)
    expect(hasEffect({ kind: 'mcp', connection: 'a', tool: 'b', arguments: {} })).toBe(true)
    expect(hasEffect({ kind: 'noop', output: null })).toBe(false)
    expect(hasEffect({ kind: 'human', queue: null, timeoutMs: null, arguments: {} })).toBe(false)
  })
})

describe('the text of a call', () => {
  it.each<[JsonValue[], string]>([
    [['apply', '-f', 'a.yaml'], 'deploy apply -f a.yaml'],
    [['$.arguments.file'], 'deploy "a b.txt"'],
    [['', "it's", 'say "hi"', '$HOME', 'a;b', '*'], 'deploy "" "it\'s" "say \\"hi\\"" "$HOME" "a;b" "*"'],
    [['a\nb', 'tab\t'], 'deploy "a\\nb" "tab\\t"'],
    [
      ['\u202egnp.exe', 'a\u200bb', '\u2028', '\u00a0', '\u{e0041}'],
      'deploy "\\u{202e}gnp.exe" "a\\u{200b}b" "\\u{2028}" "\\u{a0}" "\\u{e0041}"',
    ],
    [['\\u{202e}'], 'deploy "\\\\u{202e}"'],
    [['größe'], 'deploy "größe"'],
  ])('of the arguments %j is %s [workflow.literal-call]', (args, text) => {
    expect(callText(program(args))).toBe(text)
  })

  it('shows variables, folder and input too [workflow.literal-call]', () => {
    const call = program(['x'], { env: { A: '1', B: 'b c' }, workingDirectory: '/my data', stdin: 'y\n' })
    expect(callText(call)).toBe('A=1 B="b c" deploy x (in "/my data") (reads "y\\n")')
    expect(callText(resolved(declareProgram('A=1', ['deploy'])))).toBe('"A=1" deploy')
  })

  it('of a tool is its connection, its id and the arguments [workflow.literal-call]', () => {
    const call: ResolvedCall = {
      kind: 'mcp',
      connection: 'files',
      tool: 'write_file',
      arguments: { path: 'a', text: 'x\u202ey' },
    }
    expect(callText(call)).toBe('files: write_file {"path":"a","text":"x\\u{202e}y"}')
  })

  it('is null where nothing is called [workflow.literal-call]', () => {
    expect(callText({ kind: 'noop', output: {} })).toBeNull()
    expect(callText({ kind: 'human', queue: null, timeoutMs: null, arguments: {} })).toBeNull()
  })

  it('is one line of visible characters, and differs for different arguments [workflow.literal-call]', () => {
    const texts = fc.array(
      fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
      { maxLength: 4 },
    )
    const shown = (args: string[]) =>
      callText({
        kind: 'cli',
        connection: null,
        command: 'x',
        args,
        workingDirectory: null,
        env: {},
        stdin: null,
        treatNonZeroAsFailure: true,
      }) ?? ''
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        expect(shown(one)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
        if (JSON.stringify(one) !== JSON.stringify(other)) expect(shown(one)).not.toBe(shown(other))
      }),
      { numRuns: runs(1000) },
    )
  })
})
