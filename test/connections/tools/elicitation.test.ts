import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import type {
  ElicitationAnswer,
  ElicitationRequest,
  OnElicitation,
} from '../../../src/main/connections/connection.ts'
import type { JsonObject } from '../../../src/main/model/json.ts'
import { test as it } from '../../support/fixtures.ts'
import { programOf } from '../../support/programs.ts'
import { ask, openPool, serverPath, stdio, until, untilHealthy } from '../pool-fixture.ts'

const RUDE = await programOf('rude-server')
const never = new AbortController().signal

function answering(answer: (request: ElicitationRequest) => Promise<ElicitationAnswer>) {
  const asked: ElicitationRequest[] = []
  const signals: AbortSignal[] = []
  const onElicitation: OnElicitation = (request, signal) => {
    asked.push(request)
    signals.push(signal)
    return answer(request)
  }
  return { asked, signals, onElicitation }
}

function schemaOf(properties: JsonObject): JsonObject {
  return { type: 'object', properties }
}

describe('a question of a real server', () => {
  it('reaches a person while its call is open, and the answer reaches the server [R5.10]', async () => {
    const { asked, onElicitation } = answering(async () => ({
      action: 'accept',
      content: { name: 'Ada', check: true, email: 'ada@example.org', integer: 3, firstLine: 'x' },
    }))
    const pool = openPool(
      { everything: stdio([serverPath('server-everything'), 'stdio']) },
      { onElicitation },
    )
    await untilHealthy(pool, 'everything')
    const answer = await pool.callTool(
      'everything',
      'trigger-elicitation-request',
      {},
      { signal: never, workflowId: 'wf_1' },
    )
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      connection: 'everything',
      calls: [{ tool: 'trigger-elicitation-request', workflowId: 'wf_1' }],
      message: expect.any(String),
      schema: { type: 'object', properties: { name: expect.any(Object) } },
    })
    expect(JSON.stringify(answer)).toContain('Ada')
  })

  it.each(['decline', 'cancel'] as const)('may be answered with %s [R5.10]', async (action) => {
    const { onElicitation } = answering(async () => ({ action }))
    const pool = openPool(
      { everything: stdio([serverPath('server-everything'), 'stdio']) },
      { onElicitation },
    )
    await untilHealthy(pool, 'everything')
    const said = await ask(pool, 'everything', 'trigger-elicitation-request')
    expect(said).toMatch(action === 'decline' ? /declined/ : /cancelled/)
  })
})

describe('a question', () => {
  const open = async (onElicitation: OnElicitation) => {
    const pool = openPool({ rude: stdio([RUDE]) }, { onElicitation })
    await untilHealthy(pool, 'rude')
    return pool
  }
  const params = (properties: JsonObject) => ({
    method: 'elicitation/create',
    params: { mode: 'form', message: 'Well?', requestedSchema: schemaOf(properties) },
  })

  it.each<[string, JsonObject]>([
    ['by its format', { answer: { type: 'string', format: 'password' } }],
    ['by its name', { apiKey: { type: 'string' } }],
    ['by its title', { answer: { type: 'string', title: 'Your password' } }],
  ])('for a secret, told %s, is refused, and nobody is asked [R5.10]', async (_how, properties) => {
    const { asked, onElicitation } = answering(async () => ({ action: 'accept', content: {} }))
    const pool = await open(onElicitation)
    const answer = JSON.parse(await ask(pool, 'rude', 'ask_back', params(properties)))
    expect(answer).toMatchObject({ code: -32602 })
    expect(asked).toEqual([])
  })

  it('is put without the secrets that it repeats [R2.3] [R5.10]', async () => {
    const { asked, onElicitation } = answering(async () => ({ action: 'decline' }))
    const redact = (text: string) => text.replaceAll(/Well|whisper/g, '…')
    const pool = openPool({ rude: stdio([RUDE]) }, { onElicitation, redact })
    await untilHealthy(pool, 'rude')
    await ask(pool, 'rude', 'ask_back', params({ answer: { type: 'string', title: 'whisper' } }))
    expect(asked).toMatchObject([{ message: '…?', schema: { properties: { answer: { title: '…' } } } }])
  })

  it('to open an address is refused [R5.10]', async () => {
    const { asked, onElicitation } = answering(async () => ({ action: 'accept' }))
    const pool = await open(onElicitation)
    const url = { mode: 'url', message: 'Go there', url: 'https://example.org', elicitationId: 'e1' }
    const answer = JSON.parse(
      await ask(pool, 'rude', 'ask_back', { method: 'elicitation/create', params: url }),
    )
    expect(answer).toMatchObject({ code: -32602 })
    expect(asked).toEqual([])
  })

  it('out of the blue is refused [R5.10]', async ({ folder }) => {
    const { asked, onElicitation } = answering(async () => ({ action: 'accept', content: {} }))
    const pool = await open(onElicitation)
    const when = join(folder, 'answered')
    await ask(pool, 'rude', 'ask_later', { ...params({ answer: { type: 'string' } }), when })
    await writeFile(when, '')
    await until(() => pool.state('rude')!.logTail.some((line) => line.startsWith('answered')))
    expect(pool.state('rude')?.logTail.at(-1)).toContain('only while a call of this server is open')
    expect(asked).toEqual([])
  })

  it('whose call ends is put to nobody any more, and counts as cancelled [R5.10]', async () => {
    const { asked, signals, onElicitation } = answering(() => new Promise(() => {}))
    const pool = await open(onElicitation)
    const stop = new AbortController()
    const call = pool.callTool('rude', 'ask_back', params({ answer: { type: 'string' } }), {
      signal: stop.signal,
    })
    await until(() => asked.length === 1)
    expect(signals[0]?.aborted).toBe(false)
    stop.abort()
    await call
    await until(() => signals[0]?.aborted === true)
  })

  it('whose call ends is put to nobody any more, also where another call of that server is open since [R5.10]', async () => {
    const { asked, signals, onElicitation } = answering(() => new Promise(() => {}))
    const pool = await open(onElicitation)
    const stop = new AbortController()
    const call = pool.callTool('rude', 'ask_back', params({ answer: { type: 'string' } }), {
      signal: stop.signal,
    })
    await until(() => asked.length === 1)
    const other = new AbortController()
    const later = pool.callTool('rude', 'silent', {}, { signal: other.signal })
    stop.abort()
    await call
    await until(() => signals[0]?.aborted === true)
    other.abort()
    await later
  })

  it('that cannot be put to anybody counts as cancelled, and the call goes on [R5.10]', async () => {
    const { onElicitation } = answering(() => Promise.reject(new Error('no desk')))
    const pool = await open(onElicitation)
    const answer = JSON.parse(await ask(pool, 'rude', 'ask_back', params({ answer: { type: 'string' } })))
    expect(answer).toEqual({ action: 'cancel' })
  })
})
