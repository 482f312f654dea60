import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMessageCutter } from '../../../src/main/connections/transports/child-transport.ts'

describe('cutting a stream into messages', () => {
  it('does not depend on where the chunks end [connections.framing]', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'ö', '日', '🙂', '"', ' ') })
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat(40)), (lines, sizes) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''))
        const cutter = createMessageCutter(1000)
        const found: string[] = []
        let start = 0
        for (const size of [...sizes, bytes.length]) {
          found.push(...(cutter.append(bytes.subarray(start, start + size)) ?? ['too long']))
          start += size
        }
        expect(found).toEqual(lines)
      }),
    )
  })

  it('accepts Windows line ends, and keeps an unfinished line [connections.framing]', () => {
    const cutter = createMessageCutter(100)
    expect(cutter.append(Buffer.from('one\r\ntw'))).toEqual(['one'])
    expect(cutter.append(Buffer.from('o\n'))).toEqual(['two'])
  })

  it('refuses a line beyond the limit, finished or not [R7.3]', () => {
    expect(createMessageCutter(4).append(Buffer.from('1234\n1234'))).toEqual(['1234'])
    expect(createMessageCutter(4).append(Buffer.from('12345'))).toBeNull()
    expect(createMessageCutter(4).append(Buffer.from('12345\n'))).toBeNull()
  })
})
