/** `countersign doctor`: what this machine has and lacks. Exit code 1 if something is wrong. */
import { resolve } from 'node:path'
import type { MachineCheck } from '../../model/machine-check.ts'
import type { DoctorCommand } from '../command-line.ts'
import { checkMachine } from '../doctor/checks.ts'
import { openSecrets } from '../open-secrets.ts'
import { openOwnUpdates } from '../own-updates.ts'
import { findUsual, type Places } from '../places.ts'

const MARKS: Record<MachineCheck['state'], string> = { good: '✓', note: '·', bad: '✗' }

export async function runDoctor({ config, data, json }: DoctorCommand): Promise<number> {
  const places: Places =
    config === null || data === null
      ? await findUsual()
      : { configuration: resolve(config), dataFolder: resolve(data), usual: false }
  const secrets = openSecrets(places.dataFolder)
  const checks = await checkMachine({
    ...{ places, secrets, isGateway: false },
    updates: openOwnUpdates({ packages: null }).view(),
  })
  const wrong = checks.filter(({ state }) => state === 'bad').length
  if (json) process.stdout.write(`${JSON.stringify({ ok: wrong === 0, checks })}\n`)
  else {
    for (const { state, title, text, help } of checks) {
      process.stdout.write(`${MARKS[state]} ${title}: ${text}\n`)
      if (help !== null) process.stdout.write(`    ${help}\n`)
    }
    process.stdout.write(
      wrong === 0 ? 'Nothing is wrong.\n' : `${wrong} of these ${wrong === 1 ? 'is' : 'are'} wrong.\n`,
    )
  }
  return wrong === 0 ? 0 : 1
}
