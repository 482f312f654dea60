import { describe, expect, it } from 'vitest'
import { compareConfigurations } from '../../../src/main/config/reload/difference.ts'
import { loadText } from '../write-configuration.ts'

const FILE = `version: "1.0.0"
connections:
  prod: { kind: mcp, command: server, args: [prod], approval: { required: true } }
  test: { kind: mcp, command: server, args: [test] }
capabilities: { read: { executor: { kind: mcp, connection: prod, tool: read } } }
proxy:
  expose: [{ capability: read }]
  import: [{ connection: prod, prefix: files, toolApproval: { write: { quorum: 2 } } }, { connection: test, prefix: t }]
workflows:
  tidy:
    initialState: a
    states:
      a: { transitions: { go: { target: b, approval: { quorum: 2 }, executor: { kind: parallel, branches: { one: { kind: mcp, connection: prod, tool: write } } } } } }
      b: {}
`
const compare = async (edit: (text: string) => string, file = FILE) => {
  const [before, after] = await Promise.all([loadText(file), loadText(edit(file))])
  if (before.configuration === null || after.configuration === null)
    throw new Error(JSON.stringify([before.problems, after.problems]))
  return compareConfigurations(before.configuration, after.configuration)
}
const everywhere = (text: string) =>
  text.replace('prod:', 'live:').replaceAll('connection: prod', 'connection: live')

describe('a connection that is only called otherwise [weaker.renamed-connection]', () => {
  it('wherever it is named is one sentence, and a change of words that people decide by', async () => {
    expect(await compare(everywhere)).toEqual({
      wordsOnly: false,
      weaker: [],
      freed: [],
      changes: ['The server ‘prod’ is called ‘live’ now.'],
      risk: { level: 'medium', reason: 'It may change words that people decide by.' },
    })
  })

  it.each<[string, (text: string) => string, string]>([
    [
      'starts something else',
      (text) => everywhere(text).replace('[prod]', '[other]'),
      'now starts a program',
    ],
    [
      'asks nobody any more',
      (text) => everywhere(text).replace(', approval: { required: true } }', ' }'),
      'The server ‘live’ no longer waits for an approval.',
    ],
    [
      'is another one for a step',
      (text) => everywhere(text).replace('connection: live, tool: write', 'connection: test, tool: write'),
      'May loosen: ‘tidy’',
    ],
    [
      'asks for fewer people for a tool',
      (text) => everywhere(text).replace('write: { quorum: 2 }', 'write: { quorum: 1 }'),
      'The tool “write” of the server ‘live’',
    ],
  ])('is told in full where it %s', async (_, edit, said) => {
    const { weaker, risk } = await compare(edit)
    expect(weaker.join('\n')).toContain(said)
    expect(risk?.level).toBe('high')
  })

  it('is told in full where a condition reads which connection is called', async () => {
    const until = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    const except = `except: { until: ${until}, when: [{ kind: expr, expr: '$.call.connection != "prod"' }] }`
    const file = FILE.replace('args: [test]', `args: [test], approval: { required: true, ${except} }`)
    const { weaker } = await compare(everywhere, file)
    expect(weaker.join('\n')).toContain('The server ‘live’ now starts a program')
  })
})
