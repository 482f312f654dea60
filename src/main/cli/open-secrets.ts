/** The secrets of a data folder, as every command opens them. */
import { readFileSync } from 'node:fs'
import { messageOf } from '../model/error.ts'
import type { Secrets } from '../runtime/ports.ts'
import { openSecretFile, type SecretFileOptions } from '../store/secrets/secret-file.ts'

export type Keychain = Pick<SecretFileOptions, 'keychain' | 'withoutKeychain'>

/** @throws Error with a sentence if the file with the passphrase cannot be read */
export function openSecrets(dataFolder: string, keychain: Keychain = {}): Secrets {
  return openSecretFile({ dataFolder, passphrase: readPassphrase(), ...keychain })
}

/** A container is given it as a file, which no list of its settings shows. */
function readPassphrase(): string | undefined {
  const { COUNTERSIGN_SECRET_KEY: passphrase, COUNTERSIGN_SECRET_KEY_FILE: file } = process.env
  if (passphrase || !file) return passphrase
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    const reason = messageOf(error)
    throw new Error(`The file of COUNTERSIGN_SECRET_KEY_FILE cannot be read: ${reason}`)
  }
  if (text === '') throw new Error(`The file ${file} of COUNTERSIGN_SECRET_KEY_FILE is empty.`)
  return text
}
