/** `countersign secret set|list|delete`: the secrets of `${secret:NAME}`. A value is read, never given as an argument. */
import { resolve } from 'node:path'
import { defaultHome, defaultPlaces } from '../../config/workspace.ts'
import { openSecretFile } from '../../store/secrets/secret-file.ts'
import type { SecretCommand } from '../command-line.ts'
import { prepareFolder } from '../folder.ts'
import { readHidden } from '../read-hidden.ts'
import { explainSystemError } from '../system-failure.ts'

const TAKEN =
  'A gateway that runs takes this up when it starts again, or when a file of its configuration is saved.'
const KEPT = 'A server that runs keeps the old value until its connection is restarted.'

/** Exit code 1 if there was nothing to delete, or it cannot be done. */
export async function runSecret(command: SecretCommand): Promise<number> {
  const usual = defaultPlaces(resolve(defaultHome(process.env, process.platform))).data
  const dataFolder = command.data === null ? usual : resolve(command.data)
  const remedy = command.data === null ? 'COUNTERSIGN_HOME' : '--data'
  try {
    return await run(command, dataFolder, () => prepareFolder(dataFolder, remedy))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${explainSystemError(error, dataFolder, remedy) ?? message}\n`)
    return 1
  }
}

async function run(
  { action, secret, json }: SecretCommand,
  dataFolder: string,
  prepare: () => Promise<void>,
): Promise<number> {
  const secrets = openSecretFile({ dataFolder, passphrase: process.env.COUNTERSIGN_SECRET_KEY })
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
