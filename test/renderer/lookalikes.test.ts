import { describe, expect, it } from 'vitest'
import { hidesSomething, revealText, speakText } from '../../src/renderer/ui/text/visible-text.ts'

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

  it('are marked in any mixture of scripts within a word, however rare the script [card.lookalikes]', () => {
    for (const [text, mark] of [
      ['r𐐬ot', '𐐬 U+1042C letter'],
      ['ⵏpm', 'ⵏ U+2D4F letter'],
      ['sudᑯ', 'ᑯ U+146F letter'],
      ['rဝot', 'ဝ U+101D letter'],
      ['gסogle', 'ס U+05E1 letter'],
      ['ро\u03bdер', 'ν U+03BD letter'],
    ] as const)
      expect([text, marked(text)]).toEqual([text, [mark]])
  })

  it('are marked where digits of another script stand beside Latin ones [card.lookalikes]', () => {
    expect(marked('1٠٠')).toEqual(['٠ U+0660 digit', '٠ U+0660 digit'])
    expect(marked('10.0.߀.1')).toEqual(['߀ U+07C0 digit'])
    expect(marked('v୦')).toEqual(['୦ U+0B66 digit'])
    expect(marked('٤۴')).toHaveLength(2)
    expect(marked('1ဝ0')).toEqual(['ဝ U+101D drawn'])
    expect(marked('1О0')).toEqual(['О U+041E drawn'])
    expect(marked('٢٠٢٤ २०२४ ๒๕๖๗')).toEqual([])
  })

  it('are marked in words of letters that only look Latin, in small capitals, and without a dot [card.lookalikes]', () => {
    expect(marked('ꓲꓲ')).toHaveLength(2)
    expect(marked('ᎪᎠᎷᏆΝ')).toHaveLength(5)
    expect(marked('ᴀᴅᴍɪɴ')).toHaveLength(5)
    expect(marked('adm\u0131n')).toEqual(['ı U+0131 drawn'])
    expect(marked('ışık /srv/adm\u0131n')).toEqual(['ı U+0131 drawn'])
    expect(marked('ışık w\u0131ndows')).toEqual(['ı U+0131 drawn'])
  })

  it('are marked where a sign imitates one of the keyboard [card.lookalikes]', () => {
    for (const sign of '∼∣ʺ❨❩❲❴ˋ˂˃∗⋕∖ˆ')
      expect([sign, marked(`rm ${sign} x`)]).toEqual([
        sign,
        [`${sign} U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')} sign`],
      ])
    expect(marked('10‚000')).toEqual(['‚ U+201A sign'])
    expect(marked('rm；ls 一下')).toEqual(['； U+FF1B drawn'])
    expect(marked('aㅣb')).toEqual(['ㅣ U+3163 drawn'])
    expect(marked('ls 一la')).toEqual(['一 U+4E00 sign'])
  })

  it('are not seen in ordinary text of any language [card.lookalikes]', () => {
    const ordinary = [
      'naïve – “déjà vu” … 100 % – 5 × 3',
      'Релиз вышел: deploy на staging завершён, а тесты ок.',
      'Η εφαρμογή deploy ολοκληρώθηκε',
      '10 μm, Δt = 3 ms, Ωhm no',
      '使用 API。好的。',
      'kırmızı ışık',
      'Er sagte: ‚Gut‘ und „‚nein‘“; l’été, ça va, Łódź, Ångström, œuvre, Dvořák, ½ m², n° 5, 20 €',
      'İstanbul’da hava çok sıcak, kapıyı aç. Bakı şəhəri',
      'Стоимость 1990х: 10х15 см, 5-й этаж, дом 3а. Їжак, ґанок, љубав, ў, қазақ',
      'Ο Οδυσσέας έφτασε το 20ό έτος; ΑΘΗΝΑ, και το μήκος είναι 5 μm.',
      'الإصدار ٢٠٢٤ جاهز، والرابط هنا: https://example.com/a و API يعمل. سعر ١٠٪',
      'نسخهٔ ۱۴۰۳ آماده است',
      'גרסה 2.0 של ה-API מוכנה, צה״ל',
      'Pythonで書いたAPIを3つ、サーバーに二〇二四年一月デプロイ。データー「テスト」A級',
      '我在GitHub上有一个项目，版本是v2.0。第一次3月1日，iPhone很好（新！）：是吗？',
      'API를 서버에 3번 배포했습니다. K팝 IT업계 韓國 한국어, ㅋㅋㅋ',
      'Հայերեն տեքստ։ ქართული ტექსტი',
      'Cảm ơn bạn, tiếng Việt',
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
