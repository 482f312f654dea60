import { createTwoFilesPatch } from 'diff'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareTexts } from '../../src/main/config/reload/difference.ts'
import { compareLines, foldAlike, readPatch } from '../../src/renderer/ui/text/difference-lines.ts'
import { compareWords, foldWords } from '../../src/renderer/ui/text/difference-words.ts'

const text = fc
  .array(fc.constantFrom('a', 'b b', 'c = 1', 'c = 2', '', '  deep'), { maxLength: 12 })
  .map((lines) => lines.join('\n'))
const whole = (lines: string) => (lines.endsWith('\n') ? lines.slice(0, -1) : lines)

describe('a difference of lines', () => {
  it('holds both texts whole and in order, with their line numbers [card.difference]', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = compareLines(before, after)
        const was = lines.filter(({ kind }) => kind !== 'added')
        const is = lines.filter(({ kind }) => kind !== 'removed')
        expect([before, whole(before)]).toContain(was.map((line) => line.text).join('\n'))
        expect([after, whole(after)]).toContain(is.map((line) => line.text).join('\n'))
        expect(lines.every(({ kind }) => kind === 'same')).toBe(before === after)
        expect(was.map((line) => line.before)).toEqual(was.map((_, at) => at + 1))
        expect(is.map((line) => line.after)).toEqual(is.map((_, at) => at + 1))
      }),
    )
  })

  it('shows the end of the last line where it is what differs, and never else [card.difference]', () => {
    const shown = (before: string, after: string) =>
      compareLines(before, after).map(({ kind, text }) => `${kind} ${text}`)
    expect(shown('one\ntwo', 'one\ntwo\n')).toEqual(['same one', 'same two', 'added '])
    expect(shown('one\n', 'one')).toEqual(['same one', 'removed '])
    expect(shown('one\n', 'two\n')).toEqual(['removed one', 'added two'])
    expect(shown('', 'one\n')).toEqual(['added one'])
    expect(shown('one\n', '')).toEqual(['removed one'])
  })

  it('folds only what is alike, loses nothing of it, and keeps what stands beside a change [card.difference]', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = compareLines(before, after)
        const folded = foldAlike(lines)
        expect(folded.flatMap((line) => (line.kind === 'folded' ? line.lines : [line]))).toEqual(lines)
        for (const line of folded)
          if (line.kind === 'folded') expect(line.lines.every(({ kind }) => kind === 'same')).toBe(true)
      }),
    )
    const long = Array.from({ length: 30 }, (_, at) => `line ${at}`)
    const changed = long.with(15, 'another')
    const folded = foldAlike(compareLines(long.join('\n'), changed.join('\n')))
    expect(folded.map(({ kind }) => kind)).toEqual([
      'folded',
      ...['same', 'same', 'same', 'removed', 'added', 'same', 'same', 'same'],
      'folded',
    ])
  })

  it('marks the words that changed inside of a line [card.difference]', () => {
    const [removed, added] = compareLines('replicas: 2 of 5', 'replicas: 3 of 5')
    expect(removed?.words?.filter(({ kind }) => kind === 'removed')).toEqual([{ kind: 'removed', text: '2' }])
    expect(added?.words?.filter(({ kind }) => kind === 'added')).toEqual([{ kind: 'added', text: '3' }])
  })

  it('reads a patch as it was made, the lines of its texts numbered [card.difference]', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const hunks = readPatch(createTwoFilesPatch('a', 'b', `${before}\n`, `${after}\n`))
        const [was, is] = [before.split('\n'), after.split('\n')]
        for (const line of hunks.flat()) {
          if (line.before !== null) expect(was[line.before - 1]).toBe(line.text)
          if (line.after !== null) expect(is[line.after - 1]).toBe(line.text)
        }
        const changes = compareLines(`${before}\n`, `${after}\n`).filter(({ kind }) => kind !== 'same')
        expect(hunks.flat().filter(({ kind }) => kind !== 'same')).toHaveLength(changes.length)
      }),
    )
  })

  it('shows no line end of a file that has them all alike, as Windows writes them [card.difference]', () => {
    const windows = (...lines: string[]) => lines.map((line) => `${line}\r\n`).join('')
    const textsOf = (before: string, after: string) =>
      readPatch(createTwoFilesPatch('a', 'b', before, after))
        .flat()
        .map(({ kind, text: line }) => `${kind} ${line}`)
    expect(textsOf(windows('a', 'b'), windows('a', 'c'))).toEqual(['same a', 'removed b', 'added c'])
    expect(textsOf(`${windows('a')}b`, windows('a', 'b', 'c'))).toEqual([
      'same a',
      'removed b',
      'added b',
      'added c',
    ])
    // Where they change, or one is another, that is what there is to see.
    expect(textsOf('a\nb\n', windows('a', 'b')).slice(2)).toEqual(['added a\r', 'added b\r'])
    expect(textsOf(`${windows('a')}b\n`, `${windows('a')}c\n`)[0]).toBe('same a\r')
  })

  it('shows all of a file of which too much has changed to compare it [card.difference] [live.difference]', () => {
    const lines = (word: string) => Array.from({ length: 2000 }, (_, at) => `${word} ${at}`)
    const [file] = compareTexts({ a: `${lines('was').join('\n')}\n` }, { a: `${lines('is').join('\n')}\n` })
    const shown = readPatch(file?.patch ?? '').flat()
    const texts = (kind: string) => shown.filter((line) => line.kind === kind).map((line) => line.text)
    expect(texts('removed')).toEqual(lines('was'))
    expect(texts('added')).toEqual(lines('is'))
    expect(texts('same')).toEqual([])
    const longer = lines('was').toSpliced(1000, 10, ...lines('is'))
    const [grown] = compareTexts({ a: lines('was').join('\n') }, { a: `${longer.join('\n')}\n` })
    const around = readPatch(grown?.patch ?? '').flat()
    expect(around.map(({ kind }) => kind)).toEqual([
      ...['same', 'same', 'same'],
      ...Array.from({ length: 10 }, () => 'removed'),
      ...Array.from({ length: 2000 }, () => 'added'),
      ...['same', 'same', 'same'],
    ])
    for (const { before, after, text } of around) {
      if (before !== null) expect(lines('was')[before - 1]).toBe(text)
      if (after !== null) expect(longer[after - 1]).toBe(text)
    }
    const [made] = compareTexts({}, { a: lines('is').join('\n') })
    const whole = readPatch(made?.patch ?? '').flat()
    expect(whole.map(({ kind, text, after }) => [kind, text, after])).toEqual(
      lines('is').map((line, at) => ['added', line, at + 1]),
    )
  })

  it('takes a text that has nothing in common as another one, however long [card.difference]', () => {
    const one = Array.from({ length: 9000 }, (_, at) => `one ${at}`).join('\n')
    const other = Array.from({ length: 9000 }, (_, at) => `other ${at * 7}`).join('\n')
    expect(compareLines(one, other)).toHaveLength(18_000)
    expect(compareWords('deploy to staging', 'Ω')).toBeNull()
  })
})

describe('a difference of words', () => {
  it('keeps the part that differs in sight, whatever stands around it [card.folded]', () => {
    fc.assert(
      fc.property(fc.nat({ max: 900 }), fc.nat({ max: 900 }), (head, tail) => {
        const around = (middle: string) => `${'lorem '.repeat(head)}${middle} ${'ipsum '.repeat(tail)}`
        const pieces = compareWords(around('staging'), around('production'))
        if (pieces === null) return
        const shown = foldWords(pieces)
        expect(
          shown.filter(({ kind }) => kind === 'added' || kind === 'removed').map((each) => each.text),
        ).toEqual(['staging', 'production'])
        const left = shown.filter(({ kind }) => kind === 'same').map((each) => each.text)
        expect(left.join('').length).toBeLessThan(700)
        expect(
          shown
            .filter(({ kind }) => kind !== 'removed')
            .map((each) => each.text)
            .join(''),
        ).toBe(around('production'))
      }),
    )
  })
})
