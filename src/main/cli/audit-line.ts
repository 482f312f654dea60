/** `countersign audit …` as it is written on the command line. */
import { lastOfName } from '../workflow/wording/local-time.ts'
import { actionOf, choiceOf, LineProblem, type NamedWorkspace, type Read, requireData } from './line.ts'

export interface AuditCommand extends NamedWorkspace {
  name: 'audit'
  action: 'verify' | 'export' | 'prune'
  json: boolean
  format: 'jsonl' | 'csv'
  /** ISO times. */
  filter: { from?: string; to?: string; workflowId?: string }
  before: string | null
}

export function assembleAudit(
  given: string,
  text: Read,
  workspace: NamedWorkspace,
  json: boolean,
): AuditCommand {
  const action = actionOf('audit', ['verify', 'export', 'prune'], given)
  requireData(workspace)
  const format = choiceOf('format', ['jsonl', 'csv'], text) ?? 'jsonl'
  const times: Record<string, string> = {}
  for (const option of ['from', 'to', 'before']) {
    const written = text(option)
    if (written === null) continue
    const time = readTime(written)
    if (time === null)
      throw new LineProblem(
        `--${option} must be a date or an ISO time, as 2026-03-01 or 2026-03-01T08:00Z, not "${written}".`,
      )
    // What ends a time belongs to it.
    times[option] = option === 'to' ? time.last : time.first
  }
  const { from = '', to = '', before = null } = times
  if (to !== '' && to < from) throw new LineProblem('--to is before --from.')
  if ((action === 'prune') !== (before !== null))
    throw new LineProblem(
      action === 'prune' ? 'countersign audit prune needs --before.' : '--before is for audit prune.',
    )
  const workflowId = text('workflow')
  const filter = { ...(from && { from }), ...(to && { to }), ...(workflowId !== null && { workflowId }) }
  if (action !== 'export' && (text('format') !== null || Object.keys(filter).length > 0))
    throw new LineProblem('--format, --from, --to and --workflow are for audit export.')
  return { name: 'audit', action, ...workspace, json, format, filter, before }
}

const TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})?)?$/

/** The first and the last millisecond that are meant, as ISO times; null: it is no time. Pure but for the time zone. */
function readTime(text: string): { first: string; last: string } | null {
  const [, year, month, day, hour, minute, second, fraction, zone = ''] = TIME.exec(text.trim()) ?? []
  if (year === undefined || !isDay(Number(year), Number(month), Number(day))) return null
  if (hour === undefined)
    return span(
      new Date(Number(year), Number(month) - 1, Number(day)),
      new Date(Number(year), Number(month) - 1, Number(day) + 1),
    )
  const first = new Date(
    `${year}-${month}-${day}T${hour}:${minute}:${second ?? '00'}.${fraction ?? '0'}${zone}`,
  )
  if (Number.isNaN(first.getTime())) return null
  const length = fraction !== undefined ? 1 : second !== undefined ? 1000 : 60_000
  const last = zone === '' ? lastOfName(first) : first
  return span(first, new Date(last.getTime() + length))
}

function isDay(year: number, month: number, day: number): boolean {
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day
}

function span(first: Date, next: Date): { first: string; last: string } {
  return { first: first.toISOString(), last: new Date(next.getTime() - 1).toISOString() }
}
