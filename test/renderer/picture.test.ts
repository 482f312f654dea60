import { describe, expect, it } from 'vitest'
import { isNamedPicture, readPicture } from '../../src/renderer/ui/text/picture.ts'

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('a picture in data', () => {
  it('is shown where it is one of a closed list of kinds, by its own first bytes [card.pictures]', () => {
    const picture = { url: `data:image/png;base64,${DOT}`, mimeType: 'image/png', size: 70 }
    expect(readPicture(`data:image/png;base64,${DOT}`)).toEqual(picture)
    expect(readPicture({ type: 'image', mimeType: 'image/png', data: DOT })).toEqual(picture)
    const gif = 'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
    expect(readPicture({ mimeType: 'image/gif', data: gif })?.mimeType).toBe('image/gif')
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 9, 0, 8, 1, 0, 0])
    expect(readPicture({ mimeType: 'image/jpeg', data: jpeg.toString('base64') })?.size).toBe(20)
  })

  it('is not where it may hold a program, is not what it says, or is too large [card.pictures]', () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64')
    const bomb = Buffer.from(DOT, 'base64')
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    for (const value of [
      `data:image/svg+xml;base64,${svg}`,
      `data:image/png;base64,${svg}`,
      { mimeType: 'image/svg+xml', data: svg },
      { mimeType: 'text/html', data: DOT },
      { mimeType: 'image/gif', data: DOT },
      { mimeType: 'image/png', data: `${DOT}" onerror="alert(1)` },
      { mimeType: 'image/png', data: 'A'.repeat(4_000_000) },
      { mimeType: 'image/png', data: bomb.toString('base64') },
      { mimeType: 'image/png', data: '' },
      'https://example.com/x.png',
      null,
      7,
    ])
      expect(readPicture(value)).toBeNull()
  })

  it('calls itself one also where it is none that is shown, which is then said [card.pictures]', () => {
    expect(isNamedPicture({ mimeType: 'image/svg+xml', data: 'x' })).toBe(true)
    expect(isNamedPicture({ mimeType: 'text/html', data: 'x' })).toBe(false)
    expect(isNamedPicture({ mimeType: 'image/png' })).toBe(false)
  })
})
