/** A process that tries for the lock, says how it went, and holds it until its input ends. */
import { lockFolder } from '../../src/main/store/folder-lock.ts'

const [dataFolder = '', databaseFile = ''] = process.argv.slice(2)
const lock = lockFolder(dataFolder, databaseFile === '' ? null : databaseFile, Date.now())
process.stdout.write(`${JSON.stringify({ ok: lock.ok, holder: lock.ok ? null : lock.holder })}\n`)
process.stdin.resume()
process.stdin.on('end', () => {
  if (lock.ok) lock.release()
})
