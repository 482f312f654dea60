/** A guard in one line, as answers and cards name it: `role deployer`, `not (expr $.context.done == true)`. */
import type { EvidenceRequirement, Guard } from '../model/definition.ts'

export function describeGuard(guard: Guard): string {
  switch (guard.kind) {
    case 'permission':
      return `permission ${guard.permission}`
    case 'role':
      return `role ${guard.role}`
    case 'expr':
      return `expr ${guard.expr}`
    case 'evidence':
      return `evidence ${guard.requires.map(describeRequirement).join(', ')}`
    case 'allOf':
      return `allOf (${guard.guards.map(describeGuard).join('; ')})`
    case 'anyOf':
      return `anyOf (${guard.guards.map(describeGuard).join('; ')})`
    case 'not':
      return `not (${describeGuard(guard.guard)})`
  }
}

function describeRequirement(requirement: EvidenceRequirement): string {
  const times = requirement.count === 1 ? '' : ` × ${requirement.count}`
  return `${requirement.kind}${times}${requirement.distinct ? ' by different people' : ''}`
}
