/** The workflow's rules on JSON Schemas, for connections, which know nothing of workflows (R7.2). */
import type { SchemaRules } from '../connections/connection.ts'
import { findViolations, schemaProblem } from '../workflow/schema/schema.ts'

export const SCHEMA_RULES: SchemaRules = {
  problem: schemaProblem,
  misfits: (schema, value) =>
    findViolations(schema, value)?.map(({ path, message }) => `${path || 'it'} ${message}`) ?? [],
}
