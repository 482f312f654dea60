import { expect, it } from 'vitest'
import { fitLine } from '../../../src/main/mcp/pipe/fit-line.ts'
import type { JsonObject } from '../../../src/main/model/json.ts'

const MOST_BYTES = 9 * 1024 * 1024

function pass(message: JsonObject): { bytes: number; result: JsonObject; whole: boolean } {
  const line = Buffer.from(`${JSON.stringify(message)}\n`)
  const fitting = fitLine(line, message)
  const { result } = JSON.parse(fitting.toString('utf8')) as { result: JsonObject }
  return { bytes: fitting.length, result, whole: fitting === line }
}

const links = [{ rel: 'self', method: 'workflow.get', args: { workflowId: 'wf_1' } }]
/** As every tool answers. */
function answer(context: JsonObject, ...parts: JsonObject[]): JsonObject {
  const structuredContent = { workflowId: 'wf_1', result: { status: 'executed' }, context, links }
  const first = { type: 'text', text: JSON.stringify(structuredContent) }
  return { jsonrpc: '2.0', id: 7, result: { content: [first, ...parts], structuredContent } }
}

it.for([
  ['a long text', { all: 'x'.repeat(6_000_000) }],
  ['a text of signs that are written as several', { all: '"\\\u0000'.repeat(2_000_000) }],
  ['a text of characters of four bytes', { all: '😀'.repeat(1_500_000) }],
  ['a long list', { rows: Array.from({ length: 90_000 }, (_, row) => ({ row, text: 'y'.repeat(60) })) }],
  [
    'a record of many names',
    Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`n${at}`, 'z'.repeat(400_000)])),
  ],
])('passes on of %s as much as a client reads, with all links [pipe.long-answers]', ([, context]) => {
  const { bytes, result, whole } = pass(
    answer(context as JsonObject, { type: 'text', text: 'w'.repeat(6_000_000) }),
  )
  expect([whole, bytes <= MOST_BYTES]).toEqual([false, true])
  const { structuredContent, content } = result as {
    structuredContent: JsonObject
    content: { text: string }[]
  }
  expect(structuredContent).toMatchObject({ workflowId: 'wf_1', result: { status: 'executed' }, links })
  expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent)
  expect(JSON.stringify(structuredContent.context)).toMatch(/more (are|characters are) left out/)
  // The pattern looks at the end only: of millions of characters it would run out of room.
  expect(content[1]?.text.slice(0, 9)).toBe('w'.repeat(9))
  expect(content[1]?.text.slice(-60)).toMatch(/^w+… \[\d+ more characters are left out\]$/)
  expect(content.at(-1)?.text).toMatch(
    /^\[The call is done: do not repeat it for this\. Its answer has \d+ MiB/,
  )
})

it('changes nothing of what a client reads, nor of what is no answer of a tool [pipe.long-answers]', () => {
  expect(pass(answer({ all: 'x'.repeat(1_000_000) })).whole).toBe(true)
  const other = { jsonrpc: '2.0', id: 7, result: { tools: ['t'.repeat(11_000_000)] } }
  expect(pass(other).whole).toBe(true)
})
