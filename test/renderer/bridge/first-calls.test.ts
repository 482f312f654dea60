import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { Bridge, CallName, Push } from '../../../src/preload/contract.ts'
import { askFirst } from '../../../src/renderer/bridge/first-calls.ts'
import { followPushes } from '../../../src/renderer/bridge/follow-pushes.ts'
import { KEPT, readKept } from '../../../src/renderer/bridge/kept.ts'
import { firstRequest } from '../../../src/renderer/features/inbox/list/filter.ts'
import { callQuery, createQueries, takeAnswers } from '../../../src/renderer/queries.ts'

type Reply = Awaited<ReturnType<Bridge['call']>>

/** A gateway that answers when the test says so. */
function openGateway() {
  const pushListeners = new Set<(push: Push) => void>()
  const linkListeners = new Set<(connected: boolean) => void>()
  const asked: { name: CallName; request: unknown; answer: (value: unknown) => void }[] = []
  const bridge: Bridge = {
    kind: 'browser',
    call: (name, request) =>
      new Promise<Reply>((resolve) => {
        asked.push({ name, request, answer: (value) => resolve({ ok: true, value }) })
      }),
    onPush: (listener) => {
      pushListeners.add(listener)
      return () => pushListeners.delete(listener)
    },
    onLink: (listener) => {
      linkListeners.add(listener)
      return () => linkListeners.delete(listener)
    },
  }
  return {
    bridge,
    asked,
    names: () => asked.map(({ name }) => name),
    push: (push: Push) => {
      for (const listener of pushListeners) listener(push)
    },
    link: (connected: boolean) => {
      for (const listener of linkListeners) listener(connected)
    },
  }
}

describe('the first calls of a window', () => {
  it('are those of the screen that is opened, as the list itself will ask [window.first-calls]', () => {
    const gateway = openGateway()
    const filters = { 'inbox.text': 'letter' }
    const kept = JSON.stringify({ state: { lastRoute: '/inbox/ap_1', filters }, version: KEPT.version })
    askFirst(gateway.bridge, '#/', kept)
    expect(gateway.names()).toEqual(['people.list', 'inbox.list', 'inbox.item', 'desk.status'])
    expect(gateway.asked[1]?.request).toEqual(firstRequest(filters))
    expect(gateway.asked[2]?.request).toEqual({ id: 'ap_1' })
    const elsewhere = openGateway()
    askFirst(elsewhere.bridge, '#/runs', kept)
    expect(elsewhere.names()).toEqual(['people.list', 'desk.status'])
  })

  it('read what the window’s store keeps, and nothing that is broken [window.first-calls]', () => {
    const nothing = { lastRoute: '/inbox', filters: {} }
    expect(readKept(null)).toEqual(nothing)
    expect(readKept('{')).toEqual(nothing)
    expect(readKept('{"state":{"lastRoute":"/runs"},"version":0}')).toEqual(nothing)
    expect(readKept('{"state":{"lastRoute":7,"filters":{"a":"b","c":1}},"version":1}')).toEqual({
      ...nothing,
      filters: { a: 'b' },
    })
  })

  it('are answered once; whatever is asked again asks the gateway [window.first-calls]', async () => {
    const gateway = openGateway()
    const { bridge, calls } = askFirst(gateway.bridge, '#/runs', null)
    const client = createQueries()
    takeAnswers(bridge, client, calls)
    gateway.asked[0]?.answer('the first')
    const people = callQuery(bridge, 'people.list', {})
    await expect.poll(() => client.getQueryData<unknown>(people.queryKey)).toBe('the first')
    expect(gateway.names()).toEqual(['people.list', 'desk.status'])
    client.fetchQuery({ ...people, staleTime: 0 }).catch(() => undefined)
    await expect.poll(gateway.names).toEqual(['people.list', 'desk.status', 'people.list'])
    client.clear()
  })

  it('lose no push: one that came before anybody listened, or before the first answer [window.first-calls]', async () => {
    const gateway = openGateway()
    const { bridge, calls } = askFirst(gateway.bridge, '#/inbox', null)
    gateway.link(false)
    gateway.push({ topic: 'approval', id: 'ap_1' })
    const client = createQueries()
    takeAnswers(bridge, client, calls)
    const list = callQuery(bridge, 'inbox.list', firstRequest({}))
    const observer = new QueryObserver(client, list)
    const ends = [observer.subscribe(() => undefined), followPushes(bridge, client, () => undefined)]
    const asks = () => gateway.names().filter((name) => name === 'inbox.list').length
    expect(asks()).toBe(1)
    // The push has been heard, and the answer, which may be older, comes after it.
    await new Promise((resolve) => setTimeout(resolve))
    gateway.asked[1]?.answer('before the push')
    await expect.poll(asks).toBe(2)
    gateway.asked.at(-1)?.answer('after the push')
    await expect.poll(() => observer.getCurrentResult().data as unknown).toBe('after the push')
    expect(client.getQueryData(['link'])).toBe(false)
    for (const end of ends) end()
    client.clear()
  })
  it('are asked again where pushes were lost before anybody listened [window.first-calls]', async () => {
    const gateway = openGateway()
    const { bridge, calls } = askFirst(gateway.bridge, '#/inbox', null)
    gateway.link(true)
    gateway.link(false)
    gateway.link(true)
    const client = createQueries()
    takeAnswers(bridge, client, calls)
    const observer = new QueryObserver(client, callQuery(bridge, 'inbox.list', firstRequest({})))
    const ends = [observer.subscribe(() => undefined), followPushes(bridge, client, () => undefined)]
    gateway.asked[1]?.answer('before the gap')
    await expect.poll(() => gateway.names().filter((name) => name === 'inbox.list')).toHaveLength(2)
    gateway.asked.findLast(({ name }) => name === 'inbox.list')?.answer('after the gap')
    await expect.poll(() => observer.getCurrentResult().data as unknown).toBe('after the gap')
    expect(client.getQueryData(['link'])).toBe(true)
    for (const end of ends) end()
    client.clear()
  })
})
