import { type QueryKey, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import type { Bridge, CallName, Push } from '../../src/preload/contract.ts'
import { followPushes, isConcerned } from '../../src/renderer/bridge/follow-pushes.ts'
import { callGateway, DeskError } from '../../src/renderer/gateway.ts'
import { callKey, callQuery, createQueries, LINK_KEY, SESSION_KEY } from '../../src/renderer/queries.ts'
import { useDesk } from '../../src/renderer/state.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A bridge whose other end is in the hand of the test. */
function openLoop() {
  const pushListeners = new Set<(push: Push) => void>()
  const linkListeners = new Set<(connected: boolean) => void>()
  const asked: CallName[] = []
  type Reply = Awaited<ReturnType<Bridge['call']>>
  let answer: Reply = { ok: true, value: [] }
  let byHand: ((reply: Reply) => void)[] | null = null
  const bridge: Bridge = {
    kind: 'app',
    call: async (name) => {
      asked.push(name)
      return byHand === null ? answer : await new Promise((resolve) => byHand?.push(resolve))
    },
    onPush: (listener) => {
      pushListeners.add(listener)
      return () => pushListeners.delete(listener)
    },
    onLink: (listener) => {
      linkListeners.add(listener)
      return () => linkListeners.delete(listener)
    },
  }
  const client = createQueries()
  const routes: string[] = []
  ends.push(
    followPushes(bridge, client, (route) => routes.push(route)),
    () => client.clear(),
  )
  return {
    client,
    asked,
    routes,
    push: (push: Push) => {
      for (const listener of pushListeners) listener(push)
    },
    link: (connected: boolean) => {
      for (const listener of linkListeners) listener(connected)
    },
    answerWith: (next: typeof answer) => {
      answer = next
    },
    /** From now on an answer comes when the test gives it: one function for each call, in their order. */
    answerByHand: () => {
      byHand = []
      return byHand
    },
    /** Shows a call, as a screen would, and waits for its first answer. */
    async watch<Name extends CallName>(name: Name, request: Parameters<typeof callKey<Name>>[1]) {
      const observer = new QueryObserver(client, { ...callQuery(bridge, name, request), retry: false })
      ends.push(observer.subscribe(() => undefined))
      await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false)
      return observer
    },
  }
}

describe('a push', () => {
  it('concerns what it names and nothing else [window.live]', () => {
    const item = (id: string) => callKey('inbox.item', { id })
    expect(isConcerned({ topic: 'approval', id: 'a1' }, item('a1'))).toBe(true)
    expect(isConcerned({ topic: 'approval', id: 'a1' }, item('a2'))).toBe(false)
    expect(isConcerned({ topic: 'approval', id: 'a1' }, callKey('inbox.list', {}))).toBe(true)
    expect(isConcerned({ topic: 'approval', id: 'a1' }, callKey('desk.status', {}))).toBe(true)
    // What was decided may fail later; what waits does not change with its run alone.
    const decided = callKey('inbox.list', { status: 'decided' })
    expect(isConcerned({ topic: 'run', id: 'wf1' }, decided)).toBe(true)
    expect(isConcerned({ topic: 'run', id: 'wf1' }, decided, undefined, () => false)).toBe(false)
    expect(isConcerned({ topic: 'run', id: 'wf1' }, callKey('inbox.list', {}))).toBe(false)
    expect(isConcerned({ topic: 'run', id: 'wf_1' }, callKey('runs.get', { id: 'wf_2' }))).toBe(false)
    expect(isConcerned({ topic: 'run', id: 'wf_1' }, callKey('catalog.list', {}))).toBe(false)
    expect(isConcerned({ topic: 'run', id: 'wf_1' }, item('a1'))).toBe(true)
    expect(isConcerned({ topic: 'run', id: 'wf_1' }, item('a1'), () => 'wf_1')).toBe(true)
    expect(isConcerned({ topic: 'run', id: 'wf_2' }, item('a1'), () => 'wf_1')).toBe(false)
    expect(isConcerned({ topic: 'audit' }, callKey('activity.list', {}))).toBe(true)
    expect(isConcerned({ topic: 'play' }, callKey('play.status', {}))).toBe(true)
    // A tool that waits for a person is gone from what is on screen, not only from the next search.
    expect(isConcerned({ topic: 'connection', id: 'c' }, callKey('search.query', { query: 'a' }))).toBe(true)
    expect(isConcerned({ topic: 'configuration' }, LINK_KEY)).toBe(false)
    // A form begins with what is written now, not with what was there when it was opened before.
    const server = { name: 'db' }
    expect(isConcerned({ topic: 'configuration' }, callKey('servers.declared', server))).toBe(true)
    for (const topic of ['approval', 'connection', 'run'] as const)
      expect(isConcerned({ topic, id: 'x' }, callKey('servers.uses', server))).toBe(true)
  })

  it('makes a screen ask again, at once, and a burst only twice [window.live]', async () => {
    const desk = openLoop()
    await desk.watch('inbox.list', {})
    await desk.watch('catalog.list', {})
    desk.asked.length = 0
    for (let number = 0; number < 100; number += 1) desk.push({ topic: 'approval', id: `a${number}` })
    // At once, as far as a busy machine can tell: nothing asks in intervals.
    await expect.poll(() => desk.asked.length, { interval: 1 }).toBeGreaterThan(0)
    expect(desk.asked).toEqual(['inbox.list'])
    desk.push({ topic: 'approval', id: 'late' })
    await expect.poll(() => desk.asked).toEqual(['inbox.list', 'inbox.list'])
  })

  it('waits for an answer that is on its way, and then asks again, however fast pushes come [window.live]', async () => {
    const desk = openLoop()
    const list = await desk.watch('inbox.list', {})
    desk.asked.length = 0
    const answers = desk.answerByHand()
    desk.push({ topic: 'approval', id: 'a1' })
    await expect.poll(() => desk.asked.length).toBe(1)
    for (let number = 0; number < 5; number += 1) {
      desk.push({ topic: 'approval', id: 'a2' })
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(desk.asked).toEqual(['inbox.list'])
    answers.shift()?.({ ok: true, value: ['before the last push'] })
    await expect.poll(() => desk.asked.length).toBe(2)
    expect(list.getCurrentResult().data).toEqual(['before the last push'])
    answers.shift()?.({ ok: true, value: ['after it'] })
    await expect.poll(() => list.getCurrentResult().data as unknown).toEqual(['after it'])
    expect(desk.asked).toHaveLength(2)
  })

  it('asks for the list before its count, and for no preview of what was decided [window.live-order]', async () => {
    const desk = openLoop()
    desk.answerWith({ ok: true, value: { workflowId: 'wf_1', status: 'pending', closedBecause: null } })
    await desk.watch('desk.status', {})
    const preview = await desk.watch('inbox.preview', { id: 'a1', outcome: 'go', arguments: {} })
    const item = await desk.watch('inbox.item', { id: 'a1' })
    await desk.watch('inbox.list', {})
    desk.asked.length = 0
    const answers = desk.answerByHand()
    const pending = { workflowId: 'wf_1', status: 'pending', closedBecause: null }
    desk.push({ topic: 'approval', id: 'a1' })
    await expect.poll(() => desk.asked).toEqual(['inbox.list', 'inbox.item'])
    answers.pop()?.({ ok: true, value: pending })
    await expect.poll(() => desk.asked).toEqual(['inbox.list', 'inbox.item', 'inbox.preview'])
    for (const give of answers.splice(0)) give({ ok: true, value: {} })
    await expect.poll(() => desk.asked.at(-1)).toBe('desk.status')
    for (const give of answers.splice(0)) give({ ok: true, value: {} })

    desk.asked.length = 0
    desk.push({ topic: 'run', id: 'wf_1' })
    await expect.poll(() => desk.asked).toEqual(['inbox.item'])
    answers.pop()?.({ ok: true, value: { ...pending, status: 'approved' } })
    await expect.poll(() => item.getCurrentResult().data).toMatchObject({ status: 'approved' })
    desk.push({ topic: 'waiting', id: 'wf_1' })
    await expect.poll(() => desk.asked).toEqual(['inbox.item', 'inbox.list'])
    expect(desk.client.getQueryState(preview.options.queryKey as QueryKey)?.isInvalidated).toBe(true)
  })

  it('can ask the window to go somewhere [window.live]', () => {
    const desk = openLoop()
    desk.push({ topic: 'navigate', id: '/inbox/ap_1' })
    expect(desk.routes).toEqual(['/inbox/ap_1'])
  })
})

describe('the connection', () => {
  it('is told, and everything on screen is asked again when it is back [window.reconnect]', async () => {
    const desk = openLoop()
    desk.link(true)
    await desk.watch('runs.list', {})
    await desk.watch('settings.get', {})
    desk.asked.length = 0
    desk.link(false)
    expect(desk.client.getQueryData(LINK_KEY)).toBe(false)
    expect(desk.asked).toEqual([])
    desk.link(true)
    await expect.poll(() => [...desk.asked].sort()).toEqual(['runs.list', 'settings.get'])
    expect(desk.client.getQueryData(LINK_KEY)).toBe(true)
  })

  it('that stands while single calls do not get through leaves nothing old on screen once they do [window.unreached]', async () => {
    const desk = openLoop()
    const observer = await desk.watch('desk.status', {})
    desk.answerWith({ ok: false, error: { code: 'OFFLINE', message: 'Not reached.' } })
    desk.push({ topic: 'people' })
    await expect.poll(() => observer.getCurrentResult().isError).toBe(true)
    desk.answerWith({ ok: true, value: ['new'] as never })
    await expect.poll(() => observer.getCurrentResult().data, { timeout: 5000 }).toEqual(['new'])
  })

  it('is signed out by any call that says so, with its own error [window.reconnect]', async () => {
    const desk = openLoop()
    desk.answerWith({ ok: false, error: { code: 'SIGNED_OUT', message: 'Signed out.' } })
    const observer = await desk.watch('desk.status', {})
    expect(desk.client.getQueryData(SESSION_KEY)).toBe(false)
    const { error } = observer.getCurrentResult()
    expect(error).toBeInstanceOf(DeskError)
    expect(error).toMatchObject({ code: 'SIGNED_OUT', message: 'Signed out.' })
  })
})

describe('a call that never reached the gateway', () => {
  it('says so in words for a person, not in those of the browser [window.unanswered]', async () => {
    const call = async () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(callGateway({ call } as unknown as Bridge, 'desk.status', {})).rejects.toMatchObject({
      code: 'OFFLINE',
      message: 'Countersign did not answer.',
    })
  })
})

describe('the window’s store', () => {
  it('holds choices of the person, and no views of the contract [R8.2]', () => {
    const kept = Object.entries(useDesk.getState()).filter(([, value]) => typeof value !== 'function')
    expect(kept.map(([name]) => name).sort()).toEqual([
      ...[
        'addingServer',
        'browserNotices',
        'density',
        'filters',
        'firstRun',
        'keySheetOpen',
        'lastRoute',
        'listWidth',
        'paletteOpen',
      ],
      ...['savedFilters', 'selectedItem', 'selectedRun', 'singleKeys', 'switcherOpen', 'theme'],
    ])
    for (const [name, value] of kept) {
      const small =
        typeof value !== 'object' || value === null || name === 'filters' || name === 'savedFilters'
      expect(small, name).toBe(true)
    }
    expect(useDesk.getState().filters).toEqual({})
  })
})
