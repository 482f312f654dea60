import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor, redactStrings } from '../../src/main/connections/redact.ts'
import { measureProcessorTime } from '../support/processor-time.ts'

function redactorOf(...secrets: string[]) {
  const redactor = createRedactor()
  for (const secret of secrets) redactor.add(secret)
  return redactor
}

describe('redaction', () => {
  it('replaces every occurrence, at any depth, in names of fields too [R2.3]', () => {
    const { redact } = redactorOf('s3cr3t-value')
    expect(redact('a s3cr3t-value, as3cr3t-valueb')).toBe('a «redacted», a«redacted»b')
    expect(redactStrings({ 's3cr3t-value': ['x', { deep: 's3cr3t-value' }, 7, null, true] }, redact)).toEqual(
      {
        '«redacted»': ['x', { deep: '«redacted»' }, 7, null, true],
      },
    )
  })

  it('leaves values of fewer than six characters alone [R2.3]', () => {
    expect(redactorOf('12345', 'true').redact('12345 true')).toBe('12345 true')
    expect(redactorOf('123456').redact('123456')).toBe('«redacted»')
    const { redact } = redactorOf('123456')
    expect(redactStrings({ pin: 123456, others: [12345, -1234567, 0.5] }, redact)).toEqual({
      pin: '«redacted»',
      others: [12345, '-«redacted»7', 0.5],
    })
  })

  it('prefers the longer of two secrets, and covers both of two that overlap [R2.3]', () => {
    expect(redactorOf('abcdef', 'abcdefghi').redact('abcdefghi abcdef')).toBe('«redacted» «redacted»')
    expect(redactorOf('abcdefg', 'efghijk').redact('-abcdefghijk-')).toBe('-«redacted»-')
    expect(redactorOf('redacted', 'topsecret').redact('topsecret')).toBe('«redacted»')
  })

  it('knows a secret in JSON, in an address and line by line [R2.3]', () => {
    const { redact } = redactorOf('say "friend"', 'pass/word?', '-----BEGIN-----\nMIIEvQIBADANBg\n')
    expect(redact(JSON.stringify({ a: 'say "friend"' }))).toBe('{"a":"«redacted»"}')
    expect(redact(`https://x/?k=${encodeURIComponent('pass/word?')}`)).toBe('https://x/?k=«redacted»')
    expect(redact('line MIIEvQIBADANBg end')).toBe('line «redacted» end')
  })

  it('knows a secret in base64, wherever it stands in what is encoded [R2.3]', () => {
    const secret = 'pässwörd?>~ with/all'
    const { redact } = redactorOf(secret)
    for (const around of ['', 'a', 'ab', 'abc', 'user:'])
      for (const coding of ['base64', 'base64url'] as const) {
        const encoded = Buffer.from(`${around}${secret}${around}`).toString(coding)
        const left = redact(`Basic ${encoded} end`)
        expect(left).toMatch(/^Basic .*«redacted».* end$/)
        // At both ends a character may hold a bit of what is beside it.
        expect(left.length - 'Basic «redacted» end'.length).toBeLessThanOrEqual(2 * around.length + 6)
      }
  })

  it('knows a secret as other languages write it in JSON and addresses [R2.3]', () => {
    const { redact } = redactorOf('tök/en wörd (1)')
    for (const written of [
      '"t\\u00f6k/en w\\u00f6rd (1)"',
      '"t\\u00F6k\\/en w\\u00F6rd (1)"',
      '"tök\\/en wörd (1)"',
      '?t%C3%B6k%2Fen+w%C3%B6rd+%281%29&',
      '?t%c3%b6k%2fen%20w%c3%b6rd%20%281%29&',
      '/t%C3%B6k/en%20w%C3%B6rd%20(1)/',
    ])
      expect(redact(written)).toBe(`${written[0]}«redacted»${written.at(-1)}`)
  })

  it('knows a secret of any characters, and two that begin alike [R2.3]', () => {
    const alike = `-----BEGIN OPENSSH PRIVATE KEY-----`
    for (const secret of [
      '^a$b(c|d)[e-f]*+?.\\n{2}/',
      'one\u2028two\u0000',
      '\ud800lonely',
      `${alike}1`,
      `${alike}2`,
    ])
      expect(redactorOf(secret, `${alike}1`, `${alike}2`).redact(`<${secret}>`)).toBe('<«redacted»>')
    expect(redactorOf('^a$b(c|d)[e-f]').redact('abcdef-acdef')).toBe('abcdef-acdef')
  })

  it('is worked out once, and quick [R2.3]', () => {
    const redactor = createRedactor()
    const secrets = Array.from({ length: 50 }, (_, index) => `secret-${index}-ü-${'x'.repeat(30)}`)
    for (const secret of secrets) redactor.add(secret)
    const text = 'An answer of some length without any of it. '.repeat(500)
    const used = measureProcessorTime(() => {
      for (let index = 0; index < 200; index += 1) {
        for (const secret of secrets) redactor.add(secret)
        redactor.redact(text)
      }
    })
    // 4 MB against fifty secrets.
    expect(used).toBeLessThan(150)
  })

  it('leaves no secret in any text [R2.3]', () => {
    const secret = fc.string({ minLength: 6, maxLength: 12, unit: fc.constantFrom('a', 'b', 'c') })
    fc.assert(
      fc.property(fc.array(secret, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(3)), (secrets, picks) => {
        const text = picks.map((pick) => secrets[pick % secrets.length] ?? '').join('-')
        const redacted = redactorOf(...secrets).redact(text)
        for (const value of secrets) expect(redacted).not.toContain(value)
      }),
    )
  })

  it('changes nothing else, fields called __proto__ included [R2.3]', () => {
    const { redact } = redactorOf('unlikely-secret')
    fc.assert(fc.property(fc.string(), (text) => redact(text) === text))
    const odd = JSON.parse('{"__proto__": {"a": 1}, "b": 2}')
    expect(JSON.stringify(redactStrings(odd, redact))).toBe('{"__proto__":{"a":1},"b":2}')
  })
})
