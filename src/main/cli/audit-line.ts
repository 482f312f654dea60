/** `countersign audit …` as it is written on the command line. */
import { readTime } from './read-time.ts'

export interface AuditCommand {
  name: 'audit'
  action: 'verify' | 'export' | 'prune'
  config: string | null
  data: string | null
  json: boolean
  format: 'jsonl' | 'csv'
  /** ISO times. */
  filter: { from?: string; to?: string; workflowId?: string }
  before: string | null
}

export function assembleAudit(
  action: string,
  text: (key: string) => string | null,
  workspace: { config: string | null; data: string | null },
  json: boolean,
): { ok: true; command: AuditCommand } | { ok: false; message: string } {
  if (action !== 'verify' && action !== 'export' && action !== 'prune')
    return wrong(`There is no "audit ${action}". There are: verify, export, prune.`)
  if (workspace.config !== null && workspace.data === null) return wrong('--config needs --data here.')
  const format = text('format') ?? 'jsonl'
  if (format !== 'jsonl' && format !== 'csv') return wrong(`--format must be jsonl or csv, not "${format}".`)
  const times: Record<string, string> = {}
  for (const option of ['from', 'to', 'before']) {
    const given = text(option)
    if (given === null) continue
    const time = readTime(given)
    if (time === null)
      return wrong(
        `--${option} must be a date or an ISO time, as 2026-03-01 or 2026-03-01T08:00Z, not "${given}".`,
      )
    // What ends a time belongs to it.
    times[option] = option === 'to' ? time.last : time.first
  }
  const { from = '', to = '', before = null } = times
  if (to !== '' && to < from) return wrong('--to is before --from.')
  if ((action === 'prune') !== (before !== null))
    return wrong(
      action === 'prune' ? 'countersign audit prune needs --before.' : '--before is for audit prune.',
    )
  const workflowId = text('workflow')
  const filter = { ...(from && { from }), ...(to && { to }), ...(workflowId !== null && { workflowId }) }
  if (action !== 'export' && (text('format') !== null || Object.keys(filter).length > 0))
    return wrong('--format, --from, --to and --workflow are for audit export.')
  return { ok: true, command: { name: 'audit', action, ...workspace, json, format, filter, before } }
}

function wrong(message: string): { ok: false; message: string } {
  return { ok: false, message }
}
