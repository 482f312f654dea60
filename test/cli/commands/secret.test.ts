import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readCommandLine } from '../../../src/main/cli/command-line.ts'
import { makeFolder } from '../../support/folders.ts'
import { run } from '../processes.ts'

function dataFolder(): string {
  const folder = makeFolder('secret')
  onTestFinished(() => folder.remove())
  return folder.path
}

describe('countersign secret [config.secrets]', () => {
  it('stores what comes from stdin, lists names, forgets, and never shows a value', async () => {
    const data = ['--data', dataFolder()]
    expect(await run(['secret', 'list', ...data])).toMatchObject({ code: 0, stdout: 'No secrets.\n' })
    const stored = await run(['secret', 'set', 'api.token', ...data], 'hunter2\n')
    expect(stored).toMatchObject({ code: 0, stderr: '' })
    expect(stored.stdout).toMatch(
      /^The secret api\.token is stored\. A gateway that runs takes this up when .* Secrets are encrypted in the data folder/,
    )
    expect(stored.stdout).not.toContain('hunter2')
    expect((await run(['secret', 'list', '--json', ...data])).stdout).toBe('{"names":["api.token"]}\n')
    expect(await run(['secret', 'delete', 'api.token', ...data])).toMatchObject({ code: 0 })
    expect(await run(['secret', 'delete', 'api.token', ...data])).toMatchObject({ code: 1 })
  }, 60_000)

  it('are encrypted with a passphrase out of a file, and opened by nothing else [config.secrets-file]', async () => {
    const folder = dataFolder()
    const data = ['--data', folder]
    const file = join(folder, 'passphrase')
    await writeFile(file, 'correct horse battery staple\n')
    const given = { COUNTERSIGN_SECRET_KEY_FILE: file }
    const stored = await run(['secret', 'set', 'api.token', ...data], 'hunter2\n', given)
    expect(stored.stdout).toContain('made from COUNTERSIGN_SECRET_KEY')
    const config = join(folder, 'countersign.yaml')
    await writeFile(
      config,
      `version: "1.0.0"\nconnections: { api: { kind: rest, baseUrl: "https://x.test/\${secret:api.token}" } }\n`,
    )
    const doctor = (environment: Record<string, string>) =>
      run(['doctor', '--config', config, ...data, '--json'], '', environment)
    expect((await doctor(given)).stdout).not.toContain(
      '"id":"configuration","title":"Settings file","state":"bad"',
    )
    expect((await doctor({})).stdout).toContain('"id":"configuration","title":"Settings file","state":"bad"')
    const gone = await run(['secret', 'list', ...data], '', { COUNTERSIGN_SECRET_KEY_FILE: `${file}-gone` })
    expect(gone).toMatchObject({ code: 1, stdout: '' })
    expect(gone.stderr).toContain('COUNTERSIGN_SECRET_KEY_FILE cannot be read')
  }, 60_000)

  it('says what cannot be stored, and where not', async () => {
    const folder = dataFolder()
    const empty = await run(['secret', 'set', 'a', '--data', folder], '')
    expect(empty).toMatchObject({ code: 1, stdout: '', stderr: 'A secret cannot be empty.\n' })
    await writeFile(join(folder, 'file'), '')
    const nowhere = await run(['secret', 'set', 'a', '--data', join(folder, 'file')], 'x')
    expect(nowhere.code).toBe(1)
    expect(nowhere.stderr).toContain('cannot be used')
  }, 60_000)

  it.each([
    [['secret'], 'What of the secrets?'],
    [['secret', 'show', 'a'], 'There is no "secret show".'],
    [['secret', 'set'], 'Which secret? Say: countersign secret set NAME.'],
    [['secret', 'set', 'a', 'hunter2'], 'A secret is not given on the command line'],
    [['secret', 'list', 'a'], '"a" is not understood here.'],
  ])('%j: %s', (args, sentence) => {
    const line = readCommandLine(args)
    expect(line.ok ? '' : line.message).toContain(sentence)
  })
})
