/** Every JSON Schema of a configuration must be one that the gateway can use. */
import { isJsonObject, type JsonSchema, type JsonValue } from '../../model/json.ts'
import { findViolations, schemaProblem } from '../../workflow/schema/schema.ts'
import type { Path } from '../read/tree.ts'
import { didYouMean } from './nearest.ts'
import type { Subject } from './subject.ts'

export function checkSchemas(subject: Subject): void {
  const { workflows = {}, capabilities = {}, proxy = {} } = subject.document
  const check = (schema: JsonSchema | undefined, path: Path, ofArguments: boolean) => {
    if (!schema) return
    const problem = schemaProblem(schema)
    if (problem !== null) subject.findings.error(path, `This is not a usable JSON Schema. ${problem}`)
    else if (ofArguments && schema.type !== undefined && schema.type !== 'object') {
      subject.findings.error(path, 'Arguments are always a map: this schema must have ‘type: object’.')
    } else checkParts(subject, schema, path)
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

/** What is usable and cannot be meant: nobody could give what it asks for, or leave out what it fills in. */
function checkParts(subject: Subject, schema: JsonValue, path: Path): void {
  if (!isJsonObject(schema)) return
  const { properties, required, items } = schema
  // A schema that refers to others cannot be judged by itself.
  if (schema.default !== undefined && !JSON.stringify(schema).includes('"$')) {
    const [violation] = findViolations(schema, schema.default) ?? []
    if (violation !== undefined) {
      const message = `The default does not fit its own schema (${violation.message}): whoever leaves the value out is refused.`
      subject.findings.warning([...path, 'default'], message)
    }
  }
  if (isJsonObject(properties)) {
    const isOpen = ['patternProperties', 'allOf', 'anyOf', 'oneOf', '$ref', 'if'].some((key) => key in schema)
    for (const [index, name] of Array.isArray(required) && !isOpen ? required.entries() : []) {
      if (typeof name !== 'string' || Object.hasOwn(properties, name)) continue
      const message = `‘required’ names ‘${name}’, which ‘properties’ does not declare.`
      subject.findings.warning(
        [...path, 'required', index],
        message + didYouMean(name, Object.keys(properties)),
      )
    }
    for (const [name, property] of Object.entries(properties)) {
      checkParts(subject, property, [...path, 'properties', name])
    }
  }
  if (items !== undefined) checkParts(subject, items, [...path, 'items'])
}
