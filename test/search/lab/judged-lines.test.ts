import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type JudgedLine,
  readJudgedLines,
  writeJudgedLines,
} from '../../../src/main/search/lab/json-lines.ts'
import { runs } from '../../support/effort.ts'

const problems = (text: string) => {
  const read = readJudgedLines(text)
  if (read.ok) throw new Error('nothing was found wrong')
  return read.problems.map(({ line, message }) => `${line}: ${message}`)
}

const words = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .filter((text) => text.trim() !== '')
const ids = fc.oneof(words, fc.constantFrom('__proto__', 'constructor', '7', 'files.read'))
const judged = fc
  .record(
    {
      qid: fc.oneof(words, fc.constant(null)),
      query: words,
      grades: fc
        .array(fc.tuple(ids, fc.integer({ min: 0, max: 3 })), { maxLength: 6 })
        .map((pairs): Record<string, number> => Object.fromEntries(pairs)),
      kw: words,
      typo: words,
      kind: words,
    },
    { requiredKeys: ['qid', 'query', 'grades'] },
  )
  .map((line) => line as JudgedLine)

describe('judged queries as JSON lines', () => {
  it('are read as they were written, whatever is in them [search.judged-lines]', () => {
    const different = fc.uniqueArray(judged, { selector: (line) => line.qid ?? Symbol('none'), maxLength: 8 })
    fc.assert(
      fc.property(different, fc.constantFrom('\n', '\r\n', '\n\n \n'), fc.boolean(), (lines, end, mark) => {
        const text = `${mark ? '\uFEFF' : ''}${writeJudgedLines(lines).replaceAll('\n', end)}`
        expect(readJudgedLines(text)).toEqual({ ok: true, lines })
      }),
      { numRuns: runs(300) },
    )
  })

  it('name what is right, and how right only where that says more [search.judged-lines]', () => {
    const text = writeJudgedLines([
      { qid: 'a', query: 'pay', grades: { pay: 1, list: 1 }, kw: 'pay', typo: 'pya', kind: 'words' },
      { qid: null, query: 'read', grades: { open: 3, near: 0 } },
      { qid: 'c', query: 'fly to the moon', grades: {} },
    ])
    expect(text).toBe(
      [
        '{"qid":"a","kind":"words","query":"pay","relevant":["pay","list"],"kw":"pay","typo":"pya"}',
        '{"query":"read","relevant":["open"],"grades":{"open":3,"near":0}}',
        '{"qid":"c","query":"fly to the moon","relevant":[]}',
        '',
      ].join('\n'),
    )
    expect(readJudgedLines('{"query":"a","relevant":["x","y"],"grades":{"y":3,"z":2}}')).toEqual({
      ok: true,
      lines: [{ qid: null, query: 'a', grades: { x: 1, y: 3, z: 2 } }],
    })
  })

  it('are told by line where they are wrong, and none is taken over [search.lines-told]', () => {
    const text = [
      '{"qid":"a","query":"pay","relevant":["pay"]}',
      'pay an invoice',
      '["pay"]',
      '',
      '{"qid":"b","relevant":"pay"}',
      '{"qid":"a","query":"again","relevant":[]}',
      '{"query":"grades","grades":{"x":4}}',
      '{"query":"grades","relevant":[3]}',
      `{"query":"${'long '.repeat(500)}","relevant":[]}`,
      '{"query":"nothing said"}',
    ].join('\n')
    expect(problems(text)).toEqual([
      '2: This is not JSON. Each line has to be one whole JSON object.',
      '3: This is a list. Each line has to be one JSON object, in braces.',
      '5: ‘query’ is missing: the words that somebody would search for.',
      '5: ‘relevant’ is a text; it has to be a list of texts.',
      '6: Its qid ‘a’ is that of line 1.',
      '7: ‘grades’ gives ‘x’ the grade 4; a grade is 0, 1, 2 or 3.',
      '8: ‘relevant’ has a number in it; it has to be a list of texts.',
      '9: ‘query’ has 2500 characters; at most 2000 are allowed.',
      '10: ‘relevant’ is missing: the list of the right ids, which is empty if nothing answers the query.',
    ])
  })

  it('are told of at most twenty times, with the number of the rest [search.lines-told]', () => {
    const read = readJudgedLines('no\n'.repeat(50))
    expect(read).toMatchObject({ ok: false, more: 30 })
    expect(problems('no\n'.repeat(50))).toHaveLength(20)
  })

  it('never fail on nonsense [search.lines-told]', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.json(),
            fc.string(),
            fc
              .dictionary(fc.constantFrom('qid', 'query', 'relevant', 'grades', 'kw'), fc.jsonValue())
              .map((value) => JSON.stringify(value)),
          ),
        ),
        (lines) => {
          const read = readJudgedLines(lines.join('\n'))
          if (read.ok) expect(readJudgedLines(writeJudgedLines(read.lines))).toEqual(read)
          else expect(read.problems.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: runs(300) },
    )
  })
})
