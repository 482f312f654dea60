import { expect, it } from 'vitest'
import { createRedactor } from '../../src/main/connections/redact.ts'
import { fixture, openPool, untilHealthy } from './pool-fixture.ts'

it('what a server tells of its tools, of its progress and of a failure has known secrets removed [R2.3]', async () => {
  const { add, redact } = createRedactor()
  for (const secret of ['Tool number', 'tool_1', 'step 2', 'such colour']) add(secret)
  const pool = openPool({ one: fixture() }, { redact })
  const { tools } = await untilHealthy(pool, 'one')
  expect(tools.map(({ name, description }) => [name, description])).toEqual([
    ['tool_0', '«redacted» 0'],
    // By which it is called.
    ['tool_1', '«redacted» 1'],
    ['tool_2', '«redacted» 2'],
  ])
  const { signal } = new AbortController()
  const said: unknown[] = []
  await pool.callTool('one', 'progress', {}, { signal, progress: ({ message }) => said.push(message) })
  expect(said).toEqual(['step 1', '«redacted»'])
  expect(await pool.callTool('one', 'refuse', {}, { signal })).toMatchObject({
    ok: false,
    message: expect.stringContaining('no «redacted»'),
  })
})
