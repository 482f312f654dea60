import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { writeTogether } from '../../src/main/model/write-together.ts'

function openStream() {
  const written: string[] = []
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      written.push(String(chunk))
      done()
    },
    writev(chunks, done) {
      written.push(chunks.map(({ chunk }) => String(chunk)).join(''))
      done()
    },
  })
  const say = (text: string) => {
    stream.write(text)
    writeTogether(stream, process.nextTick)
  }
  return { stream, written, say }
}

it('writes the first word of a turn at once, and what follows in it together, in its order', async () => {
  const { written, say } = openStream()
  await Promise.all(['a', 'b', 'c'].map(async (text) => say(text)))
  await new Promise(setImmediate)
  say('d')
  await new Promise(setImmediate)
  expect(written).toEqual(['a', 'bc', 'd'])
})

it('loses nothing of a stream that ends in the same turn', async () => {
  const { stream, written, say } = openStream()
  say('a')
  say('b')
  say('c')
  await new Promise<void>((resolve) => stream.end(resolve))
  expect(written).toEqual(['a', 'bc'])
})
