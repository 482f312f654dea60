import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { type Keychain, openSecretFile } from '../../../src/main/store/secrets/secret-file.ts'
import { test as it } from '../../support/fixtures.ts'

/** Turns every byte round: enough to see which of the two encrypted. */
const reversing: Keychain = {
  honest: 'Reversed.',
  encrypt: (text) => Buffer.from([...Buffer.from(text)].reverse()),
  decrypt: (data) => Buffer.from([...data].reverse()).toString(),
}

describe('the file of secrets [config.secrets]', () => {
  it('keeps values over processes, lists names, forgets', async ({ folder: dataFolder }) => {
    const secrets = openSecretFile({ dataFolder })
    expect(await secrets.names()).toEqual([])
    expect(await secrets.get('token')).toBeNull()
    await Promise.all([secrets.set('token', 'öne'), secrets.set('api.key', 'two\nlines')])
    const again = openSecretFile({ dataFolder })
    expect(await again.names()).toEqual(['api.key', 'token'])
    expect(await again.get('token')).toBe('öne')
    await again.set('token', 'new')
    expect(await secrets.get('token')).toBe('new')
    expect(await again.delete('token')).toBe(true)
    expect(await again.delete('token')).toBe(false)
    expect(await secrets.names()).toEqual(['api.key'])
  })

  it('shows no value on the disk, and lets nobody else read', async ({ folder: dataFolder }) => {
    const secrets = openSecretFile({ dataFolder })
    await secrets.set('token', 'hunter2-hunter2')
    expect((await readdir(dataFolder)).sort()).toEqual(['secrets.json', 'secrets.key'])
    for (const name of await readdir(dataFolder)) {
      const file = join(dataFolder, name)
      expect(await readFile(file, 'utf8')).not.toContain('hunter2')
      expect((await stat(file)).mode & 0o077).toBe(0)
    }
    expect(secrets.describe()).toMatchObject({ kind: 'file' })
    expect(secrets.describe().honest).toContain('any program that runs as you')
  })

  it('refuses names and values that it cannot keep', async ({ folder: dataFolder }) => {
    const secrets = openSecretFile({ dataFolder })
    await expect(secrets.set('a b', 'x')).rejects.toThrow('‘a b’ cannot be the name of a secret')
    await expect(secrets.set('a', '')).rejects.toThrow('cannot be empty')
    await expect(secrets.set('a', 'x'.repeat(70_000))).rejects.toThrow('at most 65536 characters')
    expect(await secrets.names()).toEqual([])
  })

  it('reads with the passphrase that it was written with, and with no other', async ({
    folder: dataFolder,
  }) => {
    await openSecretFile({ dataFolder, passphrase: 'one' }).set('token', 'value')
    expect(await openSecretFile({ dataFolder, passphrase: 'one' }).get('token')).toBe('value')
    await expect(openSecretFile({ dataFolder, passphrase: 'two' }).get('token')).rejects.toThrow(
      'encrypted with another key than the one of COUNTERSIGN_SECRET_KEY',
    )
    await expect(openSecretFile({ dataFolder }).get('token')).rejects.toThrow(
      'The key of the secrets is missing',
    )
    expect(await readdir(dataFolder)).toEqual(['secrets.json'])
  })

  it.for<[string, string | null, string | undefined, string]>([
    [
      'a key',
      'BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=',
      undefined,
      '4XXFRpfwE1t6kgVNg88zYe9TnJQsTAxeWoBp9w1uOaU=',
    ],
    ['a passphrase', null, 'open sesame', 'vHNjsemxNpFUqLYsQDf0bYyfMFtgoTswnM7vKlZklNc='],
  ])(
    'opens what the first version has written with %s',
    async ([, key, passphrase, data], { folder: dataFolder }) => {
      const secrets = { token: { by: 'file', data } }
      await writeFile(join(dataFolder, 'secrets.json'), JSON.stringify({ version: 1, secrets }))
      if (key !== null) await writeFile(join(dataFolder, 'secrets.key'), `${key}\n`)
      expect(await openSecretFile({ dataFolder, passphrase }).get('token')).toBe('öne')
    },
  )

  it('does not open a value under the name of another one', async ({ folder: dataFolder }) => {
    const secrets = openSecretFile({ dataFolder })
    await secrets.set('weak', 'value of weak')
    await secrets.set('strong', 'value of strong')
    const file = join(dataFolder, 'secrets.json')
    const content = JSON.parse(await readFile(file, 'utf8'))
    content.secrets.weak = content.secrets.strong
    await writeFile(file, JSON.stringify(content))
    await expect(secrets.get('weak')).rejects.toThrow('another key')
  })

  it('names itself where it cannot be read', async ({ folder: dataFolder }) => {
    const file = join(dataFolder, 'secrets.json')
    await mkdir(file)
    const secrets = openSecretFile({ dataFolder })
    await expect(secrets.names()).rejects.toThrow(
      `The secrets in ${file} cannot be read: there is a folder in the place of the file.`,
    )
  })

  it('does not take a key that cannot be read for one that is missing', async ({ folder: dataFolder }) => {
    await mkdir(join(dataFolder, 'secrets.key'))
    await expect(openSecretFile({ dataFolder }).set('a', 'b')).rejects.toThrow('EISDIR')
  })

  it('says that it is damaged, and is not written over', async ({ folder: dataFolder }) => {
    const file = join(dataFolder, 'secrets.json')
    await writeFile(file, '{"version":1,"secrets":[')
    const secrets = openSecretFile({ dataFolder })
    await expect(secrets.names()).rejects.toThrow('is damaged')
    await expect(secrets.set('a', 'b')).rejects.toThrow('is damaged')
    expect(await readFile(file, 'utf8')).toBe('{"version":1,"secrets":[')
  })

  it('takes the keychain where there is one, and shares the file with processes that have none', async ({
    folder: dataFolder,
  }) => {
    const command = openSecretFile({ dataFolder })
    const app = openSecretFile({ dataFolder, keychain: reversing })
    await command.set('of-command', 'one')
    await app.set('of-app', 'two')
    expect(app.describe()).toEqual({ kind: 'keychain', honest: 'Reversed.' })
    expect([await app.get('of-command'), await app.get('of-app')]).toEqual(['one', 'two'])
    expect(await command.get('of-command')).toBe('one')
    await expect(command.get('of-app')).rejects.toThrow('which only the app can ask')
  })

  it('says why the keychain is not used, and when it does not open one', async ({ folder: dataFolder }) => {
    const { honest } = openSecretFile({ dataFolder, withoutKeychain: 'No keychain is running.' }).describe()
    expect(honest).toMatch(/^No keychain is running\. Secrets are encrypted in the data folder/)
    await openSecretFile({ dataFolder, keychain: reversing }).set('a', 'b')
    const locked = {
      ...reversing,
      decrypt(): string {
        throw new Error('locked')
      },
    }
    await expect(openSecretFile({ dataFolder, keychain: locked }).get('a')).rejects.toThrow(
      "The system's keychain does not open the secret ‘a’.",
    )
  })
})
