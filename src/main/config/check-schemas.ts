/** Every JSON Schema of a configuration must be one that the gateway can use. */
import type { JsonSchema } from '../model/json.ts'
import { schemaProblem } from '../workflow/schema.ts'
import { isPlainSchema } from './plain-schema.ts'
import type { Subject } from './subject.ts'
import type { Path } from './tree.ts'

export function checkSchemas(subject: Subject): void {
  const { workflows = {}, capabilities = {}, proxy = {} } = subject.document
  const check = (schema: JsonSchema | undefined, path: Path, ofArguments: boolean) => {
    if (!schema) return
    const problem = isPlainSchema(schema) ? null : schemaProblem(schema)
    if (problem !== null) subject.findings.error(path, `This is not a usable JSON Schema. ${problem}`)
    else if (ofArguments && schema.type !== undefined && schema.type !== 'object') {
      subject.findings.error(path, 'Arguments are always a map: this schema must have ‘type: object’.')
    }
  }
  for (const [id, workflow] of Object.entries(workflows)) {
    check(workflow.inputSchema, ['workflows', id, 'inputSchema'], true)
    for (const [state, { transitions = {} }] of Object.entries(workflow.states ?? {})) {
      for (const [name, transition] of Object.entries(transitions)) {
        const path = ['workflows', id, 'states', state, 'transitions', name, 'inputSchema']
        check(transition.inputSchema, path, true)
      }
    }
  }
  for (const [name, capability] of Object.entries(capabilities)) {
    check(capability.inputSchema, ['capabilities', name, 'inputSchema'], true)
    check(capability.outputSchema, ['capabilities', name, 'outputSchema'], false)
  }
  for (const [index, entry] of (proxy.expose ?? []).entries()) {
    check(entry.inputSchema, ['proxy', 'expose', index, 'inputSchema'], true)
    check(entry.outputSchema, ['proxy', 'expose', index, 'outputSchema'], false)
  }
}
