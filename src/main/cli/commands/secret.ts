/** `countersign secret set|list|delete`: the secrets of `${secret:NAME}`. A value is read, never given as an argument. */

import { resolve } from 'node:path'
import type { ReadStream } from 'node:tty'
import { messageOf } from '../../model/error.ts'
import type { SecretCommand } from '../command-line.ts'
import { prepareFolder } from '../folder.ts'
import { openSecrets } from '../open-secrets.ts'
import { findUsual } from '../places.ts'
import { explainSystemError } from '../system-failure.ts'

const TAKEN =
  'A gateway that runs takes this up when it starts again, or when a file of its configuration is saved.'
const KEPT = 'A server that runs keeps the old value until its connection is restarted.'

/** Exit code 1 if there was nothing to delete, or it cannot be done. */
export async function runSecret(command: SecretCommand): Promise<number> {
  const usual = (await findUsual()).dataFolder
  const dataFolder = command.data === null ? usual : resolve(command.data)
  const remedy = command.data === null ? 'COUNTERSIGN_HOME' : '--data'
  try {
    return await run(command, dataFolder, () => prepareFolder(dataFolder, remedy))
  } catch (error) {
    const message = messageOf(error)
    process.stderr.write(`${explainSystemError(error, dataFolder, remedy) ?? message}\n`)
    return 1
  }
}

async function run(
  { action, secret, json }: SecretCommand,
  dataFolder: string,
  prepare: () => Promise<void>,
): Promise<number> {
  const secrets = openSecrets(dataFolder)
  if (action === 'list') {
    const names = await secrets.names()
    const text = names.length === 0 ? 'No secrets.' : names.join('\n')
    process.stdout.write(`${json ? JSON.stringify({ names }) : text}\n`)
    return 0
  }
  if (action === 'delete') {
    const was = await secrets.delete(secret)
    process.stdout.write(
      was ? `The secret ${secret} is deleted. ${TAKEN}\n` : `There was no secret ${secret}.\n`,
    )
    return was ? 0 : 1
  }
  await prepare()
  // Other users of the machine see arguments, and shells write them down.
  await secrets.set(secret, await readHidden(`The value of ${secret}: `))
  process.stdout.write(`The secret ${secret} is stored. ${TAKEN} ${KEPT} ${secrets.describe().honest}\n`)
  return 0
}

// A value from standard input: all of a pipe, or one line of a terminal, which does not show it.

/** Without the line break at its end. @throws Error with a sentence if the terminal is closed instead */
async function readHidden(prompt: string): Promise<string> {
  const input = process.stdin
  if (!input.isTTY) {
    let text = ''
    for await (const piece of input.setEncoding('utf8')) text += piece
    return text.replace(/\r?\n$/, '')
  }
  process.stderr.write(prompt)
  return readLine(input)
}

const END_OF_LINE: ReadonlySet<string> = new Set(['\r', '\n'])
const BACKSPACE: ReadonlySet<string> = new Set(['\u0008', '\u007f'])
/** Ctrl-C and Ctrl-D. */
const GIVE_UP: ReadonlySet<string> = new Set(['\u0003', '\u0004'])

function readLine(input: ReadStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const finish = (settle: () => void) => {
      input.setRawMode(false)
      input.off('data', take)
      input.pause()
      process.stderr.write('\n')
      settle()
    }
    const take = (piece: Buffer | string) => {
      for (const character of piece.toString()) {
        if (END_OF_LINE.has(character)) return finish(() => resolve(text))
        if (GIVE_UP.has(character)) return finish(() => reject(new Error('Nothing was stored.')))
        text = BACKSPACE.has(character) ? text.slice(0, -1) : text + character
      }
    }
    input.setRawMode(true)
    input.setEncoding('utf8')
    input.on('data', take)
    input.resume()
  })
}
