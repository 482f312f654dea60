/** The key of the file of secrets: in the data folder, readable by its owner only, or made from a passphrase. */
import { randomBytes, scrypt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../model/error.ts'

export interface SecretKey {
  /** 32 bytes. @throws Error with a sentence if there is none */
  read(): Promise<Buffer>
  /** The same; made if there is none yet. */
  make(): Promise<Buffer>
  /** Where it is, in words. */
  place: string
  /** What it protects from, and from what it does not. */
  honest: string
}

const KEY_BYTES = 32
/** The folder of a passphrase is not known to it: the same one makes the same key everywhere. */
const SALT = 'countersign secrets 1'

export function openSecretKey(dataFolder: string, passphrase: string | undefined): SecretKey {
  return passphrase ? fromPassphrase(passphrase) : fromFile(join(dataFolder, 'secrets.key'))
}

function fromPassphrase(passphrase: string): SecretKey {
  let derived: Promise<Buffer> | null = null
  const derive = () => {
    derived ??= new Promise((resolve, reject) => {
      const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
      scrypt(passphrase, SALT, KEY_BYTES, cost, (error, key) => (error ? reject(error) : resolve(key)))
    })
    return derived
  }
  return {
    read: derive,
    make: derive,
    place: 'the one of COUNTERSIGN_SECRET_KEY',
    honest:
      'Secrets are encrypted in the data folder with a key that is made from COUNTERSIGN_SECRET_KEY. A copy of the folder does not give them away; a program that runs as you and reads the environment of the gateway does.',
  }
}

function fromFile(file: string): SecretKey {
  const read = async (): Promise<Buffer | null> => {
    try {
      const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')
      if (key.length === KEY_BYTES) return key
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null
      throw error
    }
    throw new Error(
      `The file ${file} does not hold a key. Put the right one there, or store the secrets again without it.`,
    )
  }
  const missing = () =>
    new Error(
      `The key of the secrets is missing: there is no file ${file}. Put it back, or store the secrets again.`,
    )
  return {
    async read() {
      const key = await read()
      if (key === null) throw missing()
      return key
    },
    async make() {
      const known = await read()
      if (known !== null) return known
      try {
        // Of two that start at the same time, one makes it.
        await writeFile(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error
      }
      return this.read()
    },
    place: `the one in ${file}`,
    honest: `Secrets are encrypted in the data folder with a key that lies beside them (${file}), which only your user may read. A copy of the file of secrets alone does not give them away; a copy of the whole folder does, and so does any program that runs as you. Set COUNTERSIGN_SECRET_KEY to keep the key elsewhere.`,
  }
}
