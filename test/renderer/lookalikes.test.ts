import { describe, expect, it } from 'vitest'
import { hidesSomething, revealText, speakText } from '../../src/renderer/ui/visible-text.ts'

function marked(text: string): string[] {
  return revealText(text).flatMap(({ lookalike, text: shown }) =>
    lookalike === undefined ? [] : [`${shown} ${lookalike.code} ${lookalike.kind}`],
  )
}

describe('characters that are taken for others', () => {
  it('are marked inside of a word of another alphabet [card.lookalikes]', () => {
    expect(marked('pаypal.example')).toEqual(['а U+0430 letter'])
    expect(marked('gοοgle')).toEqual(['ο U+03BF letter', 'ο U+03BF letter'])
    expect(marked('Москvа')).toEqual(['v U+0076 letter'])
    expect(speakText('pаypal')).toBe('pа[U+0430]ypal')
  })

  it('are marked where a whole word only looks Latin among Latin ones [card.lookalikes]', () => {
    expect(marked('Deploy to ѕсоре now').map((each) => each[0])).toEqual([...'ѕсоре'])
    expect(marked('рау')).toEqual([])
  })

  it('are marked where they are only drawn otherwise, or are no slash, dot or hyphen [card.lookalikes]', () => {
    expect(marked('ｒｏｏｔ')).toHaveLength(4)
    expect(marked('𝐚dmin')).toEqual(['𝐚 U+1D41A drawn'])
    expect(marked('evil.example∕good.example')).toEqual(['∕ U+2215 sign'])
    expect(marked('‐rf')).toEqual(['‐ U+2010 sign'])
    expect(marked('ɡooɡle')).toEqual(['ɡ U+0261 drawn', 'ɡ U+0261 drawn'])
    expect(marked('pɑypal')).toEqual(['ɑ U+0251 drawn'])
    expect(marked('example。com')).toEqual(['。 U+3002 sign'])
  })

  it('are not seen in ordinary text of any language [card.lookalikes]', () => {
    const ordinary = [
      'naïve – “déjà vu” … 100 % – 5 × 3',
      'Релиз вышел: deploy на staging завершён, а тесты ок.',
      'Η εφαρμογή deploy ολοκληρώθηκε',
      '10 μm, Δt = 3 ms, Ωhm no',
      '使用 API。好的。',
      'kırmızı ışık',
      'Tシャツ 日本語 한국어 שלום عربى हिन्दी ภาษาไทย',
      '👩‍👩‍👧 ✔️ 👍🏽 https://example.com/a-b_c?d=e#f',
    ]
    for (const text of ordinary) expect([text, marked(text), hidesSomething(text)]).toEqual([text, [], false])
  })

  it('nor may marks be piled on a letter until they run over other lines [card.lookalikes]', () => {
    const pile = `a${'\u0301'.repeat(30)}`
    expect(revealText(pile).filter(({ kind }) => kind === 'mark')).toHaveLength(26)
  })
})
