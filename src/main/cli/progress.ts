/** Says on stderr how far a long work is, at most every few seconds; short work says nothing. */
import { plainText } from './searching/search-text.ts'

const EVERY_MS = 3000

export function createProgress(what: string, all: number): { tell(done: number): void } {
  let next = Date.now() + EVERY_MS
  return {
    tell(done) {
      if (Date.now() < next) return
      next = Date.now() + EVERY_MS
      const [soFar, inAll] = [done, all].map((number) => number.toLocaleString('en-US'))
      process.stderr.write(`${plainText(what)}: ${soFar} of ${inAll}\n`)
    },
  }
}
