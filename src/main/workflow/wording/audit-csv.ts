/** The audit log as a table for other programs: RFC 4180, a header, one entry a row. Pure. May import: model. */
import type { AuditEvent } from '../../model/audit-event.ts'
import { jsonEscape, visibleLine } from './quote.ts'

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

/** What a spreadsheet takes for a formula, also in the full width that some of them read. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/u
/** Programs that part cells by something else than a comma would begin one here. */
const LATER_FORMULA = /([;|]\s*)([=+\-@＝＋－＠])/gu

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const safe = typeof value === 'string' ? formatText(visibleLine(value)) : formatJson(value)
  return /[",;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** What agents write must not become a formula. */
function formatText(text: string): string {
  return (FORMULA.test(text) ? `'${text}` : text).replaceAll(LATER_FORMULA, "$1'$2")
}

/** Says the same, with other escapes: these characters stand inside of its texts only. */
function formatJson(value: unknown): string {
  return visibleLine(JSON.stringify(value)).replaceAll(
    LATER_FORMULA,
    (_, before: string, sign: string) => `${before}${jsonEscape(sign)}`,
  )
}
