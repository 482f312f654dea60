/** Previews as the tests ask for them, and what their workflows are made of. */

import type { Definition, Transition } from '../../src/main/model/definition.ts'
import type { Guard } from '../../src/main/model/guard.ts'
import { NOTHING_STORED } from '../../src/main/model/guard.ts'
import type { JsonObject } from '../../src/main/model/json.ts'
import { ENGINE } from '../../src/main/model/principal.ts'
import type { Run } from '../../src/main/model/run.ts'
import type { ConnectionLookup } from '../../src/main/workflow/executors/kind.ts'
import { previewTransition } from '../../src/main/workflow/preview/preview.ts'
import { declareTransition, instanceOf, NOW } from './declarations.ts'

export const connections = { cliConnection: () => null, restConnection: () => null }

/** What would follow from `transition`, for a principal without rights. */
export function preview(
  definition: Definition,
  transition: string,
  rest: Partial<Run> = {},
  args: JsonObject = {},
  more: Partial<ConnectionLookup> = {},
) {
  return previewTransition({
    definition,
    run: instanceOf(definition, rest),
    stored: NOTHING_STORED,
    transition,
    arguments: args,
    now: NOW,
    principal: ENGINE,
    connections: { ...connections, ...more },
  })
}

export const when = (expr: string): Guard => ({ kind: 'expr', expr })
export const automatic = (target: string, rest: Partial<Transition> = {}) =>
  declareTransition(target, { actor: 'deterministic', ...rest })
