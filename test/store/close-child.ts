/** Closes the store of the database in its argument while a backup of it is checked, with nothing else to live for. */
import { closeSync, existsSync, openSync, readSync, rmSync } from 'node:fs'
import { setTimeout as after } from 'node:timers/promises'
import { openSqliteStore } from '../../src/main/store/sqlite/sqlite-store.ts'

const [file = '', copy = ''] = process.argv.slice(2)
const store = await openSqliteStore({ file, largeFrom: 0 })
const begin = () => store.care.backUp(copy).catch((fault: Error) => fault.message)
let made = begin()
while (!isChecked()) {
  await after(1)
  if (!existsSync(copy)) continue
  // Looked at too late: once more.
  rmSync(copy)
  made = begin()
}
await store.close()
process.stdout.write(`closed; the backup: ${await made}`)

/** That begins by making one file of it, without a log beside it (byte 18 of the header). */
function isChecked(): boolean {
  try {
    const draft = openSync(`${copy}.new`, 'r')
    const format = Buffer.alloc(1)
    readSync(draft, format, 0, 1, 18)
    closeSync(draft)
    return format[0] === 1
  } catch {
    return false
  }
}
