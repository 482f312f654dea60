/** The script that signs a release, as whoever releases runs it. */
import { execFile } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { checkManifest } from '../../src/main/updates/manifest.ts'
import { checkFile } from '../../src/main/updates/update-file.ts'
import { test as it } from '../support/fixtures.ts'

const run = promisify(execFile)
const sign = (args: string[], env: Record<string, string> = {}) =>
  run(process.execPath, ['resources/packaging/sign-updates.ts', ...args], { env: { ...process.env, ...env } })

it('makes keys, and signs the packages of a folder so that this version takes the list [update.rotation]', async ({
  folder,
}) => {
  const [first, second] = [join(folder, 'first.pem'), join(folder, 'second.pem')]
  const keys = [first, second].map(async (file) => (await sign(['new-key', file])).stdout.trim())
  const [key = '', next = ''] = await Promise.all(keys)
  expect(statSync(first).mode & 0o777).toBe(0o600)
  expect(
    createPublicKey(readFileSync(first, 'utf8')).export({ type: 'spki', format: 'der' }).toString('base64'),
  ).toBe(key)
  // A key that is there is never written over.
  await expect(sign(['new-key', first])).rejects.toThrow('EEXIST')

  for (const name of [
    'Countersign-1.0.1.AppImage',
    'countersign_1.0.1_arm64.deb',
    'Countersign-1.0.1-universal-mac.zip',
  ])
    writeFileSync(join(folder, name), name)
  writeFileSync(join(folder, 'notes.md'), '- The inbox opens faster.\n\n* A second line.\n')
  const args = [folder, '--version', '1.0.1', '--notes', join(folder, 'notes.md')]
  await sign(args, {
    COUNTERSIGN_UPDATE_KEY: readFileSync(first, 'utf8'),
    COUNTERSIGN_UPDATE_NEXT_KEY_FILE: second,
  })
  const text = readFileSync(join(folder, 'countersign-stable.json'), 'utf8')
  for (const known of [key, next]) {
    const rules = { keys: [known], channel: 'stable', current: '1.0.0', highest: null, now: Date.now() }
    const verdict = checkManifest(text, rules)
    if (!verdict.ok) throw new Error(verdict.refusal.text)
    expect(verdict.manifest.notes).toEqual(['The inbox opens faster.', 'A second line.'])
    expect(
      verdict.manifest.files.map(({ platform, arch, kind }) => `${platform} ${arch} ${kind}`).sort(),
    ).toEqual(['darwin universal zip', 'linux arm64 deb', 'linux x64 AppImage'])
    for (const file of verdict.manifest.files)
      expect(await checkFile(join(folder, file.name), file, '1.0.1')).toBeNull()
  }
  expect(text).not.toContain('PRIVATE')
})

it('signs nothing without a key, with a wrong one or without a package, and says so without the key [update.rotation]', async ({
  folder,
}) => {
  const failing = async (env: Record<string, string>) =>
    await sign([folder, '--version', '1.0.1'], env).then(
      () => 'signed',
      (error: { stderr: string }) => error.stderr,
    )
  expect(await failing({})).toContain('names no key')
  expect(await failing({ COUNTERSIGN_UPDATE_KEY: 'secret words' })).toBe(
    'COUNTERSIGN_UPDATE_KEY is no Ed25519 key (PKCS #8, PEM), so nothing was signed.\n',
  )
  await sign(['new-key', join(folder, 'key.pem')])
  expect(await failing({ COUNTERSIGN_UPDATE_KEY_FILE: join(folder, 'key.pem') })).toContain(
    'There is no package',
  )
  writeFileSync(join(folder, 'Countersign Setup.exe'), 'x')
  expect(await failing({ COUNTERSIGN_UPDATE_KEY_FILE: join(folder, 'key.pem') })).toContain('/files/0/name')
})
