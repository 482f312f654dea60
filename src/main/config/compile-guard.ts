/** Guards in one spelling. */
import type { EvidenceRequirement, Guard } from '../model/definition.ts'
import type { EvidenceDocument, GuardDocument } from './schema-guard.ts'

export function compileGuards(guards: readonly GuardDocument[] | undefined): Guard[] {
  return (guards ?? []).map(compileGuard)
}

export function compileGuard(guard: GuardDocument): Guard {
  switch (guard.kind) {
    case 'permission':
      return { kind: 'permission', permission: guard.permission }
    case 'role':
      return { kind: 'role', role: guard.role }
    case 'expr':
      return { kind: 'expr', expr: guard.expr }
    case 'evidence': {
      const requires = Array.isArray(guard.requires) ? guard.requires : [guard.requires]
      return { kind: 'evidence', requires: requires.map(compileRequirement) }
    }
    case 'allOf':
    case 'all_of':
      return { kind: 'allOf', guards: compileGuards(guard.guards) }
    case 'anyOf':
    case 'any_of':
      return { kind: 'anyOf', guards: compileGuards(guard.guards) }
    case 'not':
      return { kind: 'not', guard: compileGuard(guard.guard) }
  }
}

function compileRequirement(requirement: EvidenceDocument): EvidenceRequirement {
  if (typeof requirement === 'string') return { kind: requirement, count: 1, distinct: false }
  return { kind: requirement.kind, count: requirement.count ?? 1, distinct: requirement.distinct ?? false }
}
