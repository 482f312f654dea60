import { chmod, mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createRedactor } from '../../src/main/connections/redact.ts'
import type { ExecutionOutcome } from '../../src/main/model/call.ts'
import type { Connection } from '../../src/main/model/configuration.ts'
import { GatewayError } from '../../src/main/model/error.ts'
import type { JsonObject } from '../../src/main/model/json.ts'
import { isAlive, until } from '../connections/pool-fixture.ts'
import { cliCall, contextWith, executorsWith, nodeCall, runCli, temporaryFolder } from './executor-fixture.ts'

function outputOf(outcome: ExecutionOutcome): JsonObject {
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.output as JsonObject
}

describe('what a program gets', () => {
  it('gets arguments as they are: no shell reads them [cli.no-shell]', async () => {
    const args = ['$HOME', '`id`', '; touch /tmp/x', 'a b', '"q"', '*', "it's", '', 'ü\n🙂']
    const script = 'console.log(JSON.stringify(process.argv.slice(1)))'
    const outcome = await runCli(cliCall(process.execPath, ['-e', script, '--', ...args]))
    expect(outputOf(outcome).json).toEqual(args)
  })

  it('gets working directory and input [cli.run]', async () => {
    const folder = await temporaryFolder()
    const script = "process.stdin.on('data', d => console.log(process.cwd(), String(d)))"
    const outcome = await runCli(nodeCall(script, { workingDirectory: folder, stdin: 'hello' }))
    expect(outputOf(outcome).text).toBe(`${folder} hello`)
  })

  it('gets the key of its step, whatever its own variables say [cli.idempotency-key]', async () => {
    const script = 'console.log(JSON.stringify(process.env.IDEMPOTENCY_KEY ?? null))'
    const call = nodeCall(script, { env: { IDEMPOTENCY_KEY: 'made up' } })
    expect(outputOf(await runCli(call, {}, { idempotencyKey: 'wf_1:pay:co_1' })).json).toBe('wf_1:pay:co_1')
    expect(outputOf(await runCli(nodeCall(script))).json).toBeNull()
  })

  it('may ignore its input [cli.run]', async () => {
    const outcome = await runCli(nodeCall('process.stdin.destroy()', { stdin: 'x'.repeat(5_000_000) }))
    expect(outputOf(outcome).exitCode).toBe(0)
  })

  it('sees the safe variables, its connection’s and the call’s, and no other [R2.3]', async () => {
    process.env.CLI_TEST_SECRET = 'not for children'
    onTestFinished(() => {
      delete process.env.CLI_TEST_SECRET
    })
    const connection: Connection = {
      kind: 'cli',
      name: 'tool',
      command: `\${NODE}`,
      workingDirectory: `\${FOLDER}`,
      env: { TOKEN: `\${TOKEN}`, BOTH: 'connection' },
    }
    const folder = await temporaryFolder()
    const values: Record<string, string> = { NODE: process.execPath, FOLDER: folder, TOKEN: 't0ken-t0ken' }
    const script = 'console.log(JSON.stringify({ ...process.env, cwd: process.cwd() }))'
    const outcome = await runCli(
      cliCall(`\${NODE}`, ['-e', script], {
        connection: 'tool',
        workingDirectory: `\${FOLDER}`,
        env: { LITERAL: `\${TOKEN}`, BOTH: 'call' },
      }),
      {
        connections: () => ({ tool: connection }),
        resolve: (text) => text.replace(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
      },
    )
    const seen = outputOf(outcome).json as JsonObject
    const inherited = ['PATH', 'HOME', 'LANG', 'TMPDIR']
    expect(Object.fromEntries(Object.entries(seen).filter(([name]) => !inherited.includes(name)))).toEqual({
      TOKEN: 't0ken-t0ken',
      BOTH: 'call',
      LITERAL: `\${TOKEN}`,
      cwd: folder,
    })
  })

  it('is looked up in programs/ first, then in PATH [cli.programs]', async () => {
    const folder = await temporaryFolder()
    const program = join(folder, 'lint-check')
    await writeFile(program, '#!/bin/sh\necho "{\\"linted\\": \\"$1\\"}"\n')
    await chmod(program, 0o755)
    const outcome = await runCli(cliCall('lint-check', ['api']), { programsFolder: () => folder })
    expect(outcome).toEqual({
      ok: true,
      output: {
        exitCode: 0,
        success: true,
        stdout: '{"linted": "api"}\n',
        stderr: '',
        text: '{"linted": "api"}',
        json: { linted: 'api' },
      },
      evidence: [{ kind: 'cli_output', summary: 'lint-check exited 0', data: { exitCode: 0 } }],
      content: [],
    })
    expect(
      outputOf(await runCli(cliCall('sh', ['-c', 'echo found']), { programsFolder: () => folder })).json,
    ).toBeNull()
  })
})

describe('where a program runs', () => {
  it.each([
    ['nothing is said', null, '.'],
    ['a folder beside the main file', 'tools', 'tools'],
    ['a folder somewhere else', tmpdir(), tmpdir()],
  ])(
    'is counted from the folder of the main file, wherever the gateway was started: %s [cli.folder]',
    async (_, declared, expected) => {
      const folder = await temporaryFolder()
      await mkdir(join(folder, 'tools'))
      const call = cliCall('sh', ['-c', 'pwd -P'], { workingDirectory: declared })
      const outcome = await runCli(call, { programsFolder: () => join(folder, 'programs') })
      expect(outputOf(outcome).text).toBe(await realpath(resolve(folder, expected)))
    },
  )
})

describe('how a program ends', () => {
  it('fails for good with another code than 0, with its last words and its output [cli.exit-code]', async () => {
    const script = "console.log('out'); console.error('no such branch'); process.exit(2)"
    const outcome = await runCli(nodeCall(script))
    expect(outcome).toEqual({
      ok: false,
      errorClass: 'permanent',
      message: 'node exited with code 2: no such branch',
      details: {
        exitCode: 2,
        success: false,
        stdout: 'out\n',
        stderr: 'no such branch\n',
        text: 'out',
        json: null,
      },
      content: [],
      uncertain: false,
    })
  })

  it('is taken as an answer when treatNonZeroAsFailure is false [cli.exit-code]', async () => {
    const outcome = await runCli(nodeCall('process.exit(2)', { treatNonZeroAsFailure: false }))
    expect(outputOf(outcome)).toMatchObject({ exitCode: 2, success: false })
    expect(outcome).toMatchObject({ evidence: [{ summary: 'node exited 2' }] })
  })

  it('has an unknown effect when something killed it [cli.exit-code]', async () => {
    const outcome = await runCli(
      nodeCall("process.kill(process.pid, 'SIGKILL')", { treatNonZeroAsFailure: false }),
    )
    expect(outcome).toMatchObject({ ok: false, message: 'node was ended by SIGKILL.', uncertain: true })
  })

  it.each([
    ['no-such-program', null, 'The program no-such-program cannot be found'],
    ['./no-such-program', null, 'The program ./no-such-program cannot be found'],
    ['/etc/passwd', null, 'The program /etc/passwd cannot be found, or may not be executed'],
    ['sh', '/no/such/folder', 'The working directory /no/such/folder does not exist'],
  ])(
    'says so when %s in %s cannot be started [cli.not-found]',
    async (command, workingDirectory, sentence) => {
      const outcome = await runCli(cliCall(command, [], { workingDirectory }))
      expect(outcome).toMatchObject({ ok: false, errorClass: 'permanent', uncertain: false })
      expect(outcome).toHaveProperty('message', expect.stringContaining(sentence))
    },
  )

  it('says so when nothing is there that reads it, however it is told [cli.not-found]', async () => {
    const file = join(await temporaryFolder(), 'script')
    await writeFile(file, '#!/no/such/interpreter\n', { mode: 0o755 })
    expect(await runCli(cliCall(file, []))).toMatchObject({
      ok: false,
      message: expect.stringContaining('could not be started'),
    })
  })

  it.skipIf(process.platform !== 'linux')(
    'says so when one argument is longer than the system takes [cli.not-found]',
    async () => {
      const length = async (bytes: number) =>
        await runCli(cliCall(process.execPath, ['-p', 'process.argv[1].length', 'x'.repeat(bytes)]))
      expect(outputOf(await length(131_071))).toMatchObject({ text: '131071' })
      expect(await length(131_072)).toMatchObject({
        ok: false,
        uncertain: false,
        message: expect.stringContaining('longer than the 128 KiB'),
      })
    },
  )

  it('says so when the connection is missing, or a value of it [cli.not-found]', async () => {
    expect(await runCli(nodeCall('0', { connection: 'gone' }))).toMatchObject({
      message: 'There is no program named gone.',
    })
    const outcome = await runCli(nodeCall('0', { connection: 'tool' }), {
      connections: () => ({ tool: { kind: 'cli', name: 'tool', env: { A: `\${A}` } } }),
      resolve() {
        throw new GatewayError('INTERNAL', 'The environment variable A is not set.')
      },
    })
    expect(outcome).toMatchObject({ ok: false, message: 'The environment variable A is not set.' })
  })
})

describe('stopping a program', () => {
  it('ends its whole tree, refusing grandchildren included, and says so [cli.tree]', async () => {
    const folder = await temporaryFolder()
    const file = join(folder, 'pids')
    const grandchild = `process.on('SIGTERM', () => {}); require('node:fs').appendFileSync(${JSON.stringify(file)}, process.pid + '\\n'); setInterval(() => {}, 1e6)`
    const script = `console.log('begun');
      require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'inherit' });
      require('node:fs').appendFileSync(${JSON.stringify(file)}, process.pid + '\\n')
      setInterval(() => {}, 1e6)`
    const stop = new AbortController()
    const running = runCli(nodeCall(script), {}, { signal: stop.signal })
    const pids = async () => (await readFile(file, 'utf8').catch(() => '')).trim().split('\n').map(Number)
    await until(async () => (await pids()).length === 2)
    expect((await pids()).map(isAlive)).toEqual([true, true])
    stop.abort()
    expect(await running).toMatchObject({
      ok: false,
      errorClass: 'permanent',
      message: 'node was stopped before it ended.',
      details: { exitCode: null, success: false, stdout: 'begun\n' },
      uncertain: true,
    })
    expect((await pids()).map(isAlive)).toEqual([false, false])
  })

  it('is a timeout when the signal is one [cli.tree]', async () => {
    const outcome = await runCli(
      nodeCall('setInterval(() => {}, 1e6)'),
      {},
      { signal: AbortSignal.timeout(100) },
    )
    expect(outcome).toMatchObject({ errorClass: 'timeout', uncertain: true })
    expect(outcome).toHaveProperty('message', 'node was stopped before it ended, because it took too long.')
  })

  it('does not start one that is stopped already [cli.tree]', async () => {
    const folder = await temporaryFolder()
    const script = `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'ran'))}, '')`
    const outcome = await runCli(nodeCall(script), {}, { signal: AbortSignal.abort() })
    expect(outcome).toMatchObject({ ok: false, uncertain: false })
    await expect(readFile(join(folder, 'ran'))).rejects.toThrow()
  })
})

describe('what a program prints', () => {
  it('is cut at 1 MiB each, and says so [cli.output-cap]', async () => {
    const size = 3 * 1024 * 1024
    const script = `process.stdout.write('é'.repeat(${size / 2})); process.stderr.write('e'.repeat(${size}))`
    const { stdout, stderr, json } = outputOf(await runCli(nodeCall(script)))
    const note = '\n[cut after 1 MiB; 2097152 more bytes are left out]'
    expect(stdout === 'é'.repeat(512 * 1024) + note).toBe(true)
    expect(stderr === 'e'.repeat(1024 * 1024) + note).toBe(true)
    expect(json).toBeNull()
  })

  it('says where some of it is no text, and nothing of a sign that was printed or cut [cli.no-text]', async () => {
    const printed = async (bytes: number[], count = 1) =>
      outputOf(
        await runCli(
          nodeCall(`process.stdout.write(Buffer.alloc(${bytes.length * count}, Buffer.from([${bytes}])))`),
        ),
      )
    expect(await printed([0x61, 0xff])).toMatchObject({
      stdout: 'a�\n[some bytes are no UTF-8 text; each stands as �]',
      stderr: '',
    })
    expect((await printed([0x61, 0xc3])).stdout).toContain('no UTF-8 text')
    expect((await printed([0xef, 0xbf, 0xbd])).stdout).toBe('�')
    expect((await printed([0xe2, 0x82, 0xac], 500_000)).stdout).not.toContain('no UTF-8')
    expect((await printed([0x22, 0xff, 0x22])).json).toBe('�')
  })

  it('is no JSON to go on with where it is too deep to walk through [cli.output-cap]', async () => {
    const outcome = await runCli(nodeCall("console.log('['.repeat(5000) + ']'.repeat(5000))"))
    expect(outputOf(outcome)).toMatchObject({ success: true, json: null })
  })

  it('has known secrets removed, in failures and across the cut too [R2.3]', async () => {
    const { add, redact } = createRedactor()
    add('hunter2-hunter2')
    const ok = await runCli(nodeCall(`console.log(JSON.stringify({ key: 'hunter2-hunter2' }))`), { redact })
    expect(outputOf(ok)).toMatchObject({ json: { key: '«redacted»' }, text: '{"key":"«redacted»"}' })
    const failed = await runCli(nodeCall(`console.error('bad hunter2-hunter2'); process.exit(1)`), { redact })
    expect(JSON.stringify(failed)).not.toContain('hunter2')
    expect(failed).toHaveProperty('message', 'node exited with code 1: bad «redacted»')
    const missing = await runCli(cliCall('/nowhere/hunter2-hunter2', []), { redact })
    expect(missing).toMatchObject({ ok: false, message: expect.stringContaining('/nowhere/«redacted»') })
    const across = `process.stdout.write('-'.repeat(1024 * 1024 - 4) + 'hunter2-hunter2' + '-'.repeat(2e6))`
    expect(outputOf(await runCli(nodeCall(across), { redact })).stdout).not.toContain('hunt')
  })

  it('has no part of a secret left where reading ends, however much shorter the marks have made it [R2.3] [cli.output-cap]', async () => {
    const { add, redact } = createRedactor()
    const secret = 'hunter2-of-the-house-that-nobody-knows-but-the-tests'
    add(secret)
    const again = `process.stdout.write('${secret}, '.repeat(40_000))`
    const { stdout } = outputOf(await runCli(nodeCall(again), { redact }))
    expect(stdout).not.toContain('hunt')
    expect(stdout).toContain('«redacted», «redacted»')
  })
})

describe('the table of executors', () => {
  it('has a noop that answers what it was given [noop.answer]', async () => {
    const outcome = await executorsWith().noop.run({ kind: 'noop', output: { a: [1] } }, contextWith())
    expect(outcome).toEqual({ ok: true, output: { a: [1] }, evidence: [], content: [] })
  })

  it('refuses a call of another kind as a bug [executors.kind]', async () => {
    const misdirected = executorsWith().noop.run(nodeCall('0'), contextWith())
    await expect(misdirected).rejects.toThrow('The executor noop was given a call of kind cli.')
  })
})
