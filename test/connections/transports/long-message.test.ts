import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMessageCutter } from '../../../src/main/connections/transports/child-transport.ts'
import {
  answerInstead,
  createMessageCollector,
} from '../../../src/main/connections/transports/long-message.ts'
import { ask, fixture, openPool } from '../pool-fixture.ts'

const LIMIT = 10_000
const never = new AbortController().signal

function cut(...messages: string[]): (string | null)[] {
  return messages.map((message) => {
    const collector = createMessageCollector(1000)
    collector.add(Buffer.from(message))
    const collected = collector.take()
    return collected.isWhole ? message : answerInstead(collected)
  })
}

const long = { content: [{ type: 'text', text: '"id":9,"result":}'.repeat(1000) }], isError: false }

describe('a message that is too long to be read', () => {
  it('still answers its call, wherever its id stands and whatever its text says [result.bounded]', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(['jsonrpc', 'id', 'result'], { minLength: 3 }),
        fc.boolean(),
        (names, fails) => {
          const values = { jsonrpc: '2.0', id: 7, result: { ...long, isError: fails } }
          const message = JSON.stringify(
            Object.fromEntries(names.map((name) => [name, values[name as 'id']])),
          )
          const [instead] = cut(message)
          const read = JSON.parse(instead ?? 'null') as { id: number; result: { isError: boolean } } | null
          expect(read).toMatchObject({ jsonrpc: '2.0', id: 7, result: { isError: fails } })
        },
      ),
    )
  })

  it('stands for no answer if it is none [result.bounded]', () => {
    const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sampling/createMessage', params: long })
    const error = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x'.repeat(2000) } })
    expect(cut(request, error, 'x'.repeat(2000))).toEqual([null, null, null])
  })

  it('is skipped between others if it is a line of a log, and ends the stream if it may be an answer [result.bounded]', () => {
    const cutter = createMessageCutter(LIMIT, 100)
    expect(cutter.append(Buffer.from(`one\n${'noise '.repeat(500)}\ntwo\n`))).toEqual(['one', 'two'])
    expect(cutter.append(Buffer.from(`{"error":"${'x'.repeat(200)}"}\n`))).toBeNull()
  })

  it('takes no more memory than its ends [result.bounded]', () => {
    const collector = createMessageCollector(1000)
    for (let piece = 0; piece < 1000; piece += 1) collector.add(Buffer.alloc(1000, 'x'))
    const collected = collector.take()
    if (collected.isWhole) throw new Error('It was kept whole.')
    expect(collected.length).toBe(1_000_000)
    expect(collected.head.length + collected.tail.length).toBeLessThan(10_000)
  })
})

describe('calls', () => {
  it.each([
    ['is passed on whole', 7, 7],
    ['is passed on in part', 12, 8],
    ['is not read at all', 20, 0],
    ['is not read at all', 60, 0],
  ])(
    'have completed however long their answer is: it %s at %i MiB [result.bounded]',
    async (_, size, kept) => {
      const pool = openPool({ one: fixture() })
      const bytes = size * 1024 * 1024
      const answer = await pool.callTool('one', 'big', { bytes }, { signal: never })
      if (!answer.ok) throw new Error(answer.message)
      const { content, isError } = answer.result
      const texts = content.map((part) => String(part.text))
      expect(isError).toBe(false)
      if (size === kept) return expect(texts).toEqual(['x'.repeat(bytes)])
      expect(texts.at(-1)).toContain('The tool did its work: do not call it again')
      expect(texts.at(-1)).toContain(`${size} MiB; 8 MiB at most`)
      expect(texts.slice(0, -1).map((text) => text.length)).toEqual(kept === 0 ? [] : [kept * 1024 * 1024])
      // The next call finds the connection as it was.
      expect(await ask(pool, 'one', 'big', { bytes: 3 })).toBe('xxx')
    },
  )
})
