import { describe, expect, it } from 'vitest'
import { createOutsideAddresses } from '../../src/main/shell/outside-addresses.ts'

const given = (url: unknown) => ({ ok: true, value: { url } })

describe('addresses outside the window', () => {
  it('are sign-in pages that the gateway gave out, as a browser writes them [screens.sign-in-address]', () => {
    const outside = createOutsideAddresses()
    expect(outside.mayOpen('https://login.example.com/authorize?x=1')).toBe(false)
    outside.note('connections.signIn', given('https://LOGIN.example.com/authorize?x=1'))
    expect(outside.mayOpen('https://login.example.com/authorize?x=1')).toBe(true)
    expect(outside.mayOpen('https://login.example.com/authorize?x=2')).toBe(false)
    expect(outside.mayOpen('not an address')).toBe(false)
  })

  it('are never of another call, of a refused one, or no page of the web [screens.sign-in-address]', () => {
    const outside = createOutsideAddresses()
    outside.note('settings.get', given('https://a.example.com/'))
    outside.note('connections.signIn', { ok: false })
    for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'ssh://host', 7, undefined])
      outside.note('connections.signIn', given(url))
    for (const url of ['https://a.example.com/', 'file:///etc/passwd', 'javascript:alert(1)', 'ssh://host'])
      expect(outside.mayOpen(url)).toBe(false)
  })

  it('are forgotten when many newer ones were given out [screens.sign-in-address]', () => {
    const outside = createOutsideAddresses()
    for (let number = 0; number < 30; number += 1)
      outside.note('connections.signIn', given(`https://a.example.com/${number}`))
    expect(outside.mayOpen('https://a.example.com/0')).toBe(false)
    expect(outside.mayOpen('https://a.example.com/29')).toBe(true)
  })
})
