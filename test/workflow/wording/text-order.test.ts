import { describe, expect, it } from 'vitest'
import { orderOf, splitTurned } from '../../../src/main/workflow/wording/sight.ts'

describe('the order of a text', () => {
  it('is its own where letters of both directions, digits or signs mix [card.order]', () => {
    for (const text of ['/srv/א/12', 'א100-200', '١-٢', 'cp א b', 'ه=1', 'א/ב', 'שלום v2'])
      expect([text, orderOf(text)]).toEqual([text, 'mixed'])
    for (const text of ['שלום עולם, מה נשמע?', 'عَرَبِيّ', 'צה"ל'])
      expect([text, orderOf(text)]).toEqual([text, 'prose'])
    for (const text of ['/srv/12', 'Москва', '東京', '']) expect(orderOf(text)).toBe('plain')
  })

  it('keeps every character, and turns words only [card.order]', () => {
    const parts = splitTurned('/srv/אב/12/ג ד')
    expect(parts.filter(({ turned }) => turned).map(({ text }) => text)).toEqual(['אב', 'ג', 'ד'])
    expect(parts.map(({ text }) => text).join('')).toBe('/srv/אב/12/ג ד')
  })
})
