import { describe, expect, it } from 'vitest'
import type { ExecutorDeclaration } from '../../src/main/model/executor.ts'
import type { Guard } from '../../src/main/model/guard.ts'
import { hasEffect } from '../../src/main/workflow/executors/executors.ts'
import { describeGuard } from '../../src/main/workflow/guards/guards.ts'

describe('a stored kind that this version does not know', () => {
  it('is refused by its name, in a guard and in an executor [kinds.unknown]', () => {
    const guard = { kind: 'moonPhase', phase: 'full' } as unknown as Guard
    const executor = { kind: 'toString' } as unknown as ExecutorDeclaration
    expect(() => describeGuard({ kind: 'not', guard })).toThrow(
      'This version of Countersign knows no guard of the kind ‘moonPhase’.',
    )
    expect(() => hasEffect(executor)).toThrow('knows no executor of the kind ‘toString’')
  })
})
