/**
 * Exceptions that are the same under another name of what declares them: where they stand is a part of them
 * (`GateException.of`), so each gets the place that the same one has in the configuration after (R2.2). What is open
 * asks all the same, as the one that it knows is not declared any more. Pure.
 */
import type { Configuration } from '../../model/configuration.ts'
import { type Gate, type GateException, transitionsOf } from '../../model/definition.ts'
import { editGates } from './edit-gates.ts'

interface Declaration {
  of: string
  /** Its gate and the calls before which that stands as its own, but for names. */
  content: string
  except: GateException
}

/** The configuration before, with the places of the one after. */
export function followExceptions(before: Configuration, after: Configuration): Configuration {
  const [were, are] = [listDeclared(before), listDeclared(after)]
  const added = new Map([...are].filter(([of]) => !were.has(of)))
  const moved = new Map<string, GateException>()
  for (const { of, content } of were.values()) {
    const isSame = (other: Declaration) => other.content === content && kindOf(other.of) === kindOf(of)
    const same = are.has(of) ? are.get(of) : [...added.values()].find(isSame)
    if (same === undefined || !isSame(same)) continue
    moved.set(of, same.except)
    added.delete(same.of)
  }
  return moved.size === 0 ? before : editGates(before, (gate) => moveIn(gate, moved))
}

/** Of capabilities and of steps: what connections and imports declare is theirs under that name. */
function listDeclared({ capabilities, gated = [], workflows }: Configuration): Map<string, Declaration> {
  const steps = Object.values(workflows).flatMap(transitionsOf)
  const found = new Map<string, Declaration>()
  for (const { executor, gates = [] } of [...capabilities, ...gated, ...steps])
    for (const { except, ...gate } of gates) {
      if (except === undefined) continue
      const { of, id: _, ...rule } = except
      const known = found.get(of)?.content ?? JSON.stringify([gate, rule])
      found.set(of, { of, except, content: `${known}\n${JSON.stringify(executor)}` })
    }
  return found
}

function kindOf(of: string): string {
  return of.startsWith('workflows.') ? 'step' : 'capability'
}

function moveIn(gate: Gate, moved: ReadonlyMap<string, GateException>): Gate {
  const except = moved.get(gate.except?.of ?? '')
  return except === undefined ? gate : { ...gate, except }
}
