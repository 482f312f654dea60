/** Commits to the database of its argument until it is killed; prints how many are confirmed. */
import { openSqliteStore } from '../../src/main/store/sqlite/sqlite-store.ts'
import { entry } from './samples.ts'

const store = await openSqliteStore({ file: process.argv[2] ?? '' })
for (let count = 1; ; count += 1) {
  await store.commit({ expect: [], audit: [entry({ payload: { count } })] })
  process.send?.(count)
}
