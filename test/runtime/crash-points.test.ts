import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import {
  CRASH_POINTS,
  type CrashPointName,
  DURABLE_STEPS,
  type DurableStep,
} from '../../src/main/runtime/crash-points.ts'
import { test } from '../support/fixtures.ts'
import type { TestGateway } from '../support/gateway.ts'
import { programOf } from '../support/programs.ts'
import type { Service } from '../support/service.ts'
import { drive, EFFECTS, workspace } from './crash-drive.ts'

const it = test
  /** Answers the signal that ended the process; null: it came to its end. */
  .extend('runUntil', async ({ folder, service }) => {
    service.script('/a', { status: 503 }, { status: 400 })
    service.script('/x', { status: 400 })
    return async (point: CrashPointName, passes = 0): Promise<string | null> => {
      await writeFile(join(folder, 'countersign.yaml'), `version: "1.0.0"\n${workspace(service.base)}`)
      const args = [await programOf('crash-drive-child'), folder, service.base, point, String(passes)]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
      const [, signal] = await once(child, 'exit')
      return signal as string | null
    }
  })
  /** The next process on the same folder brings everything to its end, and then everything agrees. */
  .extend('finishAndCheck', ({ folder, service, openGateway }) => async () => {
    const gateway = await openGateway(workspace(service.base), { folder })
    await drive(gateway, async (path) => service.count(path))
    await check(gateway, service)
  })

async function check(gateway: TestGateway, service: Service): Promise<void> {
  expect(Object.fromEntries(EFFECTS.map((path) => [path, service.count(path)]))).toEqual(
    Object.fromEntries(EFFECTS.map((path) => [path, 1])),
  )
  expect(service.count('/never')).toBe(0)
  expect(await gateway.store.verifyAudit()).toMatchObject({ broken: null })
  expect((await gateway.store.approvals({ status: ['pending'] }, { limit: 10 })).total).toBe(0)
  const { items } = await gateway.store.runs({}, { limit: 50 })
  expect(items.map((run) => `${run.definitionId} ${run.state} ${run.status}`).sort()).toEqual([
    'cancelling there completed',
    'child end completed',
    'expiring there completed',
    'idle here cancelled',
    'late over timed_out',
    'refused there completed',
    'work done completed',
  ])
  for (const run of items) {
    expect(run).toMatchObject({ activity: { kind: 'resting' } })
    const events = await gateway.store.audit({ workflowId: run.id }, { limit: 200 })
    const versions = events.items
      .filter(({ eventType }) => /^workflow\.(transitioned|timed_out|cancelled)$/.test(eventType))
      .map(({ payload }) => payload.version)
    // One event a version, from the second on: nothing is in the state that the log does not tell, and none twice.
    expect(versions).toEqual(Array.from({ length: run.version - 1 }, (_, index) => run.version - index))
    const evidence = await gateway.store.evidence(run.id)
    expect(evidence.every(({ version }) => version <= run.version)).toBe(true)
    const kinds = evidence.map(({ kind }) => kind)
    if (run.definitionId !== 'work') continue
    expect(kinds.filter((kind) => kind === 'went')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'approval')).toHaveLength(2)
  }
}

/** Only the next start comes past a step of these, after it was killed so often at that point. */
const AFTER: Partial<Record<DurableStep, [point: CrashPointName, passes: number]>> = {
  interrupted: ['executor.returned', 0],
  resumed: ['outcome.committed', 1],
}

/** Whoever was killed before these has something else to do next. */
const NOT_REPEATED: readonly DurableStep[] = ['retry', 'undone', 'failed']
const REPEATED = DURABLE_STEPS.filter((step) => !NOT_REPEATED.includes(step))

describe('a process that is killed', () => {
  // What the first one did not come to write the next one writes: the second kill finds it doing so.
  it.for(REPEATED)(
    'before it writes ‘%s’, and the next one after it: nothing is lost, nothing happens twice, all agrees [engine.crash-points]',
    async (step, { runUntil, finishAndCheck }) => {
      const after = AFTER[step]
      if (after !== undefined) expect(await runUntil(...after)).toBe('SIGKILL')
      expect(await runUntil(`${step}.committing`)).toBe('SIGKILL')
      expect(await runUntil(`${step}.committed`)).toBe('SIGKILL')
      await finishAndCheck()
    },
  )

  it.for(NOT_REPEATED.flatMap((step) => [`${step}.committing`, `${step}.committed`] as const))(
    'at %s: likewise [engine.crash-points]',
    async (point, { runUntil, finishAndCheck }) => {
      expect(await runUntil(point)).toBe('SIGKILL')
      await finishAndCheck()
    },
  )

  it('around an effect, and while a person says what came of it: likewise [engine.crash-points]', async ({
    runUntil,
    finishAndCheck,
  }) => {
    const isOfStep = (point: string) => DURABLE_STEPS.some((step) => point.startsWith(`${step}.`))
    // What people change outside of the database is killed in a test of its own.
    expect(CRASH_POINTS.filter((point) => !isOfStep(point) && !point.startsWith('outside.'))).toEqual([
      'executor.starting',
      'executor.returned',
    ])
    expect(await runUntil('executor.starting')).toBe('SIGKILL')
    expect(await runUntil('decided.committing')).toBe('SIGKILL')
    expect(await runUntil('decided.committed')).toBe('SIGKILL')
    expect(await runUntil('executor.returned')).toBe('SIGKILL')
    await finishAndCheck()
  })
})
