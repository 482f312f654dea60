import { describe, expect, it } from 'vitest'
import { readToolLines } from '../../../src/main/search/lab/json-lines.ts'

describe('tools as JSON lines', () => {
  it('need an id and nothing else [search.tool-lines]', () => {
    expect(readToolLines('{"id":"mail.send"}\n')).toEqual({
      ok: true,
      lines: [
        {
          id: 'mail.send',
          kind: 'capability',
          title: 'mail.send',
          description: '',
          tags: [],
          aliases: [],
          examples: [],
          text: 'mail.send',
          source: 'configuration',
        },
      ],
    })
  })

  it('are taken over whole, with what is not known left out [search.tool-lines]', () => {
    const tool = {
      ...{ id: 'hire', kind: 'workflow', title: 'Hire', description: 'Hire somebody.', tags: ['people'] },
      ...{ aliases: ['recruit'], examples: ['Find a cook.'], text: 'draft interview', source: 'hr' },
      inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
    }
    expect(readToolLines(JSON.stringify({ ...tool, colour: 'red' }))).toEqual({ ok: true, lines: [tool] })
  })

  it('are told by line where they are wrong [search.lines-told]', () => {
    const text = [
      '{"id":"a"}',
      '{"title":"b"}',
      '{"id":"a"}',
      '{"id":"c","kind":"tool","inputSchema":[]}',
    ].join('\n')
    expect(readToolLines(text)).toEqual({
      ok: false,
      more: 0,
      problems: [
        { line: 2, message: '‘id’ is missing: the name by which judged queries mean this item.' },
        { line: 3, message: 'Its id ‘a’ is that of line 1.' },
        { line: 4, message: '‘kind’ has to be one of workflow, capability, connection.' },
        { line: 4, message: '‘inputSchema’ is a list; it has to be a JSON Schema, an object.' },
      ],
    })
  })
})
