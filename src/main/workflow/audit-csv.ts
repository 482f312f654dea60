/** The audit log as a table for other programs: RFC 4180, a header, one entry a row. Pure. May import: model. */
import type { AuditEvent } from '../model/audit-event.ts'

export const AUDIT_COLUMNS = [
  'sequence',
  'timestamp',
  'eventType',
  'actor',
  'workflowId',
  'correlationId',
  'id',
  'payload',
  'previousHash',
  'hash',
] as const satisfies (keyof AuditEvent)[]

/** With its line end. Objects stand as JSON. */
export function formatCsvRow(cells: readonly unknown[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // A spreadsheet takes what begins like this for a formula, and what agents write must not become one.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
