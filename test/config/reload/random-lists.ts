/** Lists of steps (`steps:`) as somebody may write them, and changes as somebody may make them: each from a number. */
import type { JsonObject, JsonValue } from '../../../src/main/model/json.ts'
import type { Random } from '../../support/random.ts'
import { withValue } from './at-path.ts'
import { LEAVES, listOfSteps, randomDocument, randomStep } from './random-documents.ts'

const CALLS = [...LEAVES, 'workflow'] as const

/** Whoever starts it has its steps run one after the other; half of them may run the other workflow. */
export function randomList(dice: Random): JsonObject {
  const document = randomDocument(dice)
  const list = listOfSteps(dice, dice.chance(0.5) ? CALLS : LEAVES)
  const late = {
    timeoutMs: 60_000,
    onTimeout: { executor: { kind: 'cli', connection: 'one', args: ['late'] }, target: 'done' },
  }
  return withValue(document, ['workflows', 'outer'], { ...list, ...(dice.chance(0.1) && late) })
}

/** One step more, or less, or in another place, or called otherwise, or with a decision of people. */
export function editList(dice: Random, document: JsonObject): JsonObject {
  const at = ['workflows', 'outer', 'steps']
  const steps = stepsOf(document)
  const place = dice.some([...steps.keys()]) ?? 0
  const splice = (start: number, removed: number, ...added: JsonObject[]) =>
    withValue(document, at, steps.toSpliced(start, removed, ...added))
  const step = steps[place] ?? {}
  const approve: JsonObject = dice.chance(0.3) ? { by: { role: 'lead' } } : {}
  switch (
    dice.pick(['approve', 'approve', 'approve', 'decided', 'more', 'gone', 'moved', 'called'] as const)
  ) {
    case 'approve':
      return splice(place, 0, { name: 'check', approve })
    case 'decided':
      return splice(place, 1, { ...step, approve })
    case 'more':
      return splice(place, 0, randomStep(dice, 'more', LEAVES))
    case 'gone':
      return splice(place, 1)
    case 'moved': {
      const moved = steps.toSpliced(place, 1)
      return withValue(document, at, moved.toSpliced(dice.some([...moved.keys()]) ?? 0, 0, step))
    }
    case 'called':
      return splice(place, 1, { ...step, name: 'other' })
  }
}

function stepsOf(document: JsonObject): JsonObject[] {
  const { outer } = document.workflows as Record<string, JsonObject>
  return (outer?.steps ?? []) as JsonValue[] as JsonObject[]
}
