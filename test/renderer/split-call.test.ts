import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/main/model/json.ts'
import { callText } from '../../src/main/workflow/executors/wording.ts'
import { splitCall } from '../../src/renderer/values/call-view.tsx'
import { runs } from '../support/effort.ts'

describe('a literal call', () => {
  it('of a tool, a request or a workflow is shown with its values below each other [card.call]', () => {
    const args = { path: 'notes/a.md', content: 'line\nline', deep: { list: [1, null, true] } }
    const mcp = callText({ kind: 'mcp', connection: 'files', tool: 'write_file', arguments: args } as never)
    expect(splitCall(mcp ?? '')).toEqual({ called: 'files: write_file', values: args })
    expect(splitCall('start review {"title":"A"}')).toEqual({
      called: 'start review',
      values: { title: 'A' },
    })
  })

  it('that could be read in another way stays word for word [card.call]', () => {
    for (const text of [
      'git push origin main',
      'files: list {}',
      'files: write {"a":1} — or, if that fails: other: write {"a":1}',
      'POST https://api/pay {"amount":1} (x-key: "1")',
      `"sh" -c 'echo {"a":1}'`,
      'files: write {"a": 1}',
      'files: write {"a":1,"a":2}',
      'files: write {"a":"\\u202e"}',
      'all of [one: files: write {"a":1}]',
    ])
      expect(splitCall(text), text).toBeNull()
  })

  it('of a tool is taken apart whenever all of it can be seen [card.call]', () => {
    const name = fc.stringMatching(/^[a-z][\w.-]{0,9}$/)
    const args = fc.dictionary(
      fc.stringMatching(/^[ -~]{0,9}$/),
      fc.jsonValue({ stringUnit: 'grapheme-ascii' }),
      {
        minKeys: 1,
      },
    )
    fc.assert(
      fc.property(name, name, args, (connection, tool, given) => {
        const text = callText({ kind: 'mcp', connection, tool, arguments: given } as never) ?? ''
        const { called, values } = splitCall(text) ?? {}
        expect(called).toBe(`${connection}: ${tool}`)
        expect(JSON.stringify(values)).toBe(JSON.stringify(given))
      }),
      { numRuns: runs(200, 5000) },
    )
  })

  it('says the same both ways, whatever it holds [card.call]', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (connection, tool, args) => {
          const text =
            callText({ kind: 'mcp', connection, tool, arguments: args as JsonObject } as never) ?? ''
          const split = splitCall(text)
          if (split !== null) expect(`${split.called} ${JSON.stringify(split.values)}`).toBe(text)
        },
      ),
      { numRuns: runs(200, 5000) },
    )
  })
})
