/** What every store must count of use: starts by name, and calls of tools on every route. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/main/runtime/ports.ts'
import { at, entry, run } from './samples.ts'

export function describeUses(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let store: Store
    beforeEach(async () => {
      store = await open()
      return () => store.close()
    })

    it('counts starts by capability or definition [store.usage]', async () => {
      await store.commit({
        expect: [],
        runs: [run({ id: 'wf_a' }), run({ id: 'wf_b', definitionId: 'proxy_default' })],
        audit: [
          entry({ eventType: 'workflow.started', workflowId: 'wf_a', timestamp: at(1) }),
          entry({ eventType: 'workflow.started', workflowId: 'wf_a', timestamp: at(5) }),
          entry({
            eventType: 'workflow.started',
            workflowId: 'wf_b',
            timestamp: at(3),
            payload: { capability: 'github.list_issues' },
          }),
          entry({ eventType: 'workflow.completed', workflowId: 'wf_a' }),
        ],
      })
      expect(await store.usage()).toEqual({
        content_review: { count: 2, lastAt: at(5) },
        'github.list_issues': { count: 1, lastAt: at(3) },
      })
    })

    it('counts calls of tools on every route, piece by piece, with who called and what failed [tools.uses]', async () => {
      const started = (call: object, change = {}) =>
        entry({
          eventType: 'executor.started',
          payload: { transition: 'go', kind: 'mcp', call } as never,
          ...change,
        })
      const read = { kind: 'mcp', connection: 'files', tool: 'read', arguments: {} }
      const failed = {
        transition: 'go',
        kind: 'mcp',
        errorClass: 'transient',
        message: 'no',
        uncertain: false,
      }
      await store.commit({
        expect: [],
        runs: [run({ id: 'wf_a' })],
        audit: [
          entry({
            eventType: 'workflow.started',
            workflowId: 'wf_a',
            actor: 'agent:ci',
            timestamp: at(1),
            payload: { definitionId: 'content_review', state: 'a' },
          }),
          started(read, { workflowId: 'wf_a', actor: 'agent:ci', timestamp: at(2) }),
          started(
            { kind: 'parallel', branches: { one: read, two: { ...read, tool: 'write' } } },
            { workflowId: 'wf_a', actor: 'human:anna', timestamp: at(3) },
          ),
          entry({ eventType: 'executor.failed', workflowId: 'wf_a', payload: failed }),
          entry({ eventType: 'workflow.completed', workflowId: 'wf_a' }),
        ],
      })
      const tool = { server: 'files', failed: 1, lastAt: at(3) }
      const whole = await store.toolCalls(0, 100)
      expect(whole).toMatchObject({ sequence: 5, isAll: true })
      expect(whole.calls).toEqual([
        { server: null, name: 'content_review', count: 1, failed: 1, lastAt: at(1), by: { 'agent:ci': 1 } },
        { ...tool, name: 'read', count: 2, by: { 'agent:ci': 1, 'human:anna': 1 } },
        { ...tool, name: 'write', count: 1, by: { 'human:anna': 1 } },
      ])
      const first = await store.toolCalls(0, 3)
      expect(first).toMatchObject({ sequence: 3, isAll: false })
      const rest = await store.toolCalls(first.sequence, 3)
      expect(rest).toMatchObject({ sequence: 5, isAll: true })
      // What has failed is told from what began in the piece before.
      expect(rest.calls.map(({ name, failed: times }) => [name, times])).toEqual([
        ['read', 1],
        ['write', 1],
        ['content_review', 1],
      ])
      expect(await store.toolCalls(5, 3)).toEqual({ sequence: 5, isAll: true, calls: [] })
    })
  })
}
