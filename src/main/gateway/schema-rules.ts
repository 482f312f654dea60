/** The workflow's rules on JSON Schemas, for connections, which know nothing of workflows (R7.2). */
import type { SchemaRules } from '../connections/connection.ts'
import { findViolations, schemaShapeProblem } from '../workflow/schema/schema.ts'

export const SCHEMA_RULES: SchemaRules = {
  shapeProblem: schemaShapeProblem,
  misfits: (schema, value) =>
    findViolations(schema, value)?.map(({ path, message }) => `${path || 'it'} ${message}`) ?? [],
}
