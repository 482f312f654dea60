/** `countersign pin remove`: for somebody who has forgotten their PIN, while no gateway runs. */
import { existsSync } from 'node:fs'
import { createPinBook } from '../../desk/people/pin-book.ts'
import { entryOf } from '../../gateway/changes.ts'
import { createSystemClock, createSystemIds } from '../../runtime/system.ts'
import { openStore } from '../../store/open-store.ts'
import type { PinCommand } from '../command-line.ts'
import { findDatabase } from '../find-database.ts'
import { whileHeld } from '../hosting/hold-folder.ts'
import { systemUser } from '../system-user.ts'
import { tellFailure } from '../tell-failure.ts'

/** Exit code 1 if the person has none, or it cannot be done. */
export async function runPin(command: PinCommand): Promise<number> {
  try {
    const { dataFolder, file } = await findDatabase(command)
    if (!existsSync(file)) throw new Error(`There is no database ${file}. Name the data folder with --data.`)
    return await whileHeld(dataFolder, file, '', () => remove(command.person, file, dataFolder))
  } catch (error) {
    return tellFailure(error, false)
  }
}

async function remove(person: string, file: string, dataFolder: string): Promise<number> {
  const clock = createSystemClock()
  const { store } = await openStore(file, (message) => process.stderr.write(`${message}\n`))
  try {
    if (store.readOnly !== null) throw new Error(store.readOnly)
    const pins = createPinBook({ store, clock, readOnly: null }, null)
    if (!(await pins.read()).has(person))
      throw new Error(`${person} has no PIN in the data folder ${dataFolder}.`)
    const entry = entryOf(
      { clock, ids: createSystemIds() },
      // Not a person of the desk: nobody has signed in there for this.
      { actor: `system:${systemUser()}`, eventType: 'person.pin_removed', payload: { person } },
    )
    await pins.set(person, null, async (settings) => {
      await store.commit({ expect: [], settings, audit: [entry] })
    })
    process.stdout.write(`${person} has no PIN any more. Every desk shows that in its activity.\n`)
    return 0
  } finally {
    await store.close()
  }
}
