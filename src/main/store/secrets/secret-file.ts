/**
 * Secrets of connections, encrypted in one file of the data folder: by the system's keychain where the process has
 * one, else with a key of the folder's own. Each is marked with what encrypted it, so that the app and the command
 * line share the file. May import: model, runtime/ports.
 */

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { takeTurns } from '../../model/in-turn.ts'
import { isJsonObject } from '../../model/json.ts'
import { sayStoreSecret } from '../../model/secret-command.ts'
import type { Secrets } from '../../runtime/ports.ts'
import { writeWhole } from '../../system/files.ts'
import { openSecretKey } from './secret-key.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM, a new nonce each time, bound to its name so that two cannot be exchanged. `key`: 32 bytes. Answers nonce, tag and ciphertext. */
function sealText(key: Buffer, name: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(name, 'utf8'))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Null if it was sealed with another key, for another name, or was changed. */
function openText(key: Buffer, name: string, sealed: Buffer): string | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(name, 'utf8'))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const opened = [decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]
    return Buffer.concat(opened).toString('utf8')
  } catch {
    return null
  }
}

/** What an app can ask of the system; a process without one leaves it out. */
export interface Keychain {
  honest: string
  encrypt(text: string): Buffer
  /** @throws if this user's keychain did not encrypt it */
  decrypt(data: Buffer): string
}

export interface SecretFileOptions {
  dataFolder: string
  /** `COUNTERSIGN_SECRET_KEY`: instead of a key in the folder. */
  passphrase?: string | undefined
  keychain?: Keychain | undefined
  /** Why there is no keychain, as a sentence. */
  withoutKeychain?: string | undefined
}

interface StoredSecret {
  by: 'keychain' | 'file'
  /** Base64. */
  data: string
}

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/
const LONGEST_VALUE = 64 * 1024

function secretFile(dataFolder: string): string {
  return join(dataFolder, 'secrets.json')
}

export function openSecretFile(options: SecretFileOptions): Secrets {
  const { dataFolder, keychain } = options
  const file = secretFile(dataFolder)
  const key = openSecretKey(dataFolder, options.passphrase)
  /** Each change reads the file and writes it whole. */
  const inTurn = takeTurns()

  return {
    async get(name) {
      const kept = (await readAll(file)).get(name)
      if (!kept) return null
      const data = Buffer.from(kept.data, 'base64')
      if (kept.by === 'keychain') return fromKeychain(name, dataFolder, data, keychain)
      const text = openText(await key.read(), name, data)
      if (text !== null) return text
      throw new Error(
        `The secret ‘${name}’ was encrypted with another key than ${key.place}. Store it again: ${sayStoreSecret(name, dataFolder)}.`,
      )
    },
    set: (name, value) =>
      inTurn(async () => {
        if (!NAME.test(name)) {
          throw new Error(
            `‘${name}’ cannot be the name of a secret: use letters from a to z, digits, ‘_’, ‘-’ and ‘.’, at most 128 of them.`,
          )
        }
        if (value === '') throw new Error('A secret cannot be empty.')
        if (value.length > LONGEST_VALUE) {
          throw new Error(`A secret has at most ${LONGEST_VALUE} characters; this one has ${value.length}.`)
        }
        const all = await readAll(file)
        const data = keychain ? keychain.encrypt(value) : sealText(await key.make(), name, value)
        all.set(name, { by: keychain ? 'keychain' : 'file', data: data.toString('base64') })
        await writeAll(file, all)
      }),
    delete: (name) =>
      inTurn(async () => {
        const all = await readAll(file)
        if (!all.delete(name)) return false
        await writeAll(file, all)
        return true
      }),
    async mark(name) {
      const kept = (await readAll(file)).get(name)
      return kept === undefined ? '' : createHash('sha256').update(kept.data).digest('hex')
    },
    names: async () => [...(await readAll(file)).keys()].sort(),
    describe: () =>
      keychain
        ? { kind: 'keychain', honest: keychain.honest }
        : {
            kind: 'file',
            honest: [options.withoutKeychain, key.honest].filter((each) => each !== undefined).join(' '),
          },
  }
}

function fromKeychain(
  name: string,
  dataFolder: string,
  data: Buffer,
  keychain: Keychain | undefined,
): string {
  const again = `store it again: ${sayStoreSecret(name, dataFolder)}.`
  if (!keychain) {
    throw new Error(
      `The secret ‘${name}’ is encrypted by the system's keychain, which only the app can ask. Start the gateway with the app, or ${again}`,
    )
  }
  try {
    return keychain.decrypt(data)
  } catch {
    throw new Error(`The system's keychain does not open the secret ‘${name}’. Unlock it, or ${again}`)
  }
}

async function readAll(file: string): Promise<Map<string, StoredSecret>> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return new Map()
    // The one of these errors that does not name the file.
    if (code !== 'EISDIR') throw error
    const message = `The secrets in ${file} cannot be read: there is a folder in the place of the file.`
    throw new Error(message, { cause: error })
  }
  const damaged = new Error(
    `The file ${file} is damaged: it holds no secrets that can be read. Move it away and store them again.`,
  )
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw damaged
  }
  if (!isJsonObject(content) || content.version !== 1 || !isJsonObject(content.secrets)) throw damaged
  const all = new Map<string, StoredSecret>()
  for (const [name, kept] of Object.entries(content.secrets)) {
    if (!isJsonObject(kept) || typeof kept.data !== 'string') throw damaged
    if (kept.by !== 'keychain' && kept.by !== 'file') throw damaged
    all.set(name, { by: kept.by, data: kept.data })
  }
  return all
}

function writeAll(file: string, all: ReadonlyMap<string, StoredSecret>): Promise<void> {
  const secrets = Object.fromEntries([...all].sort(([left], [right]) => (left < right ? -1 : 1)))
  return writeWhole(file, `${JSON.stringify({ version: 1, secrets }, null, 2)}\n`)
}
