/** Runs, evidence and definitions in SQLite. May import: model, runtime/ports. */
import { type Definition, PROXY_DEFINITION } from '../../model/definition.ts'
import type { Evidence, Run, TimeBack, TimeMoves } from '../../model/run.ts'
import type { Page, ResultPage, RunFilter } from '../../runtime/ports.ts'
import {
  type Condition,
  contains,
  equals,
  moveTime,
  normalTime,
  oneOf,
  type Queries,
  readBody,
  seconds,
  selectPage,
} from './query.ts'

/** The deadline of a run has become another one; `from`: what it was, in the store and for whoever wrote the run. */
export interface DeadlineMove {
  workflowId: string
  from: string[]
  to: string
}

/**
 * Whole, but for its deadline: that has moved by as much as the stored one since the run was read, because the clock was
 * set or time was given back.
 */
export function saveRun(queries: Queries, given: Run): DeadlineMove[] {
  const stored =
    given.deadlineAt === null
      ? null
      : queries.get(
          `SELECT deadline_at, body ->> '$.deadlineMoved' AS moved FROM instances WHERE id = ? AND deadline_at IS NOT NULL`,
          [given.id],
        )
  const moved = Number(stored?.moved ?? 0)
  const by = moved - (given.deadlineMoved ?? 0)
  const deadlineAt =
    by === 0 || given.deadlineAt === null
      ? given.deadlineAt
      : new Date(Date.parse(given.deadlineAt) + by).toISOString()
  const run = by === 0 ? given : { ...given, deadlineAt, deadlineMoved: moved }
  queries.run(
    'INSERT INTO instances (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
    [run.id, JSON.stringify(run)],
  )
  if (stored === null || deadlineAt === null) return []
  const from = [String(stored.deadline_at), given.deadlineAt ?? ''].filter((each) => each !== deadlineAt)
  return from.length === 0 ? [] : [{ workflowId: run.id, from, to: deadlineAt }]
}

export function findRun(queries: Queries, id: string): Run | null {
  const row = queries.get('SELECT body FROM instances WHERE id = ?', [id])
  return row && readBody<Run>(row)
}

/** Without the body: what preconditions compare; `failure` as JSON. */
export function findRunMark(
  queries: Queries,
  id: string,
): { version: number; claim: string | null; failure: string; closed: boolean } | null {
  const row = queries.get(
    `SELECT version, status, holder, body -> '$.failure' AS why FROM instances WHERE id = ?`,
    [id],
  )
  return (
    row && {
      version: Number(row.version),
      claim: row.holder === null ? null : String(row.holder),
      failure: String(row.why),
      closed: row.status !== 'running',
    }
  )
}

export function findDefinitionId(queries: Queries, workflowId: string): string | null {
  const row = queries.get('SELECT definition_id FROM instances WHERE id = ?', [workflowId])
  return row && String(row.definition_id)
}

const IS_SINGLE = `definition_id = '${PROXY_DEFINITION}'`

/**
 * Its names, what it was given and holds, and what is asked for and waits for a person; of single calls all that was
 * ever asked for, as they keep it nowhere else.
 */
const SEARCHED = `id || char(10) || definition_id || char(10) || owner || char(10)
  || (body -> '$.input') || char(10) || (body -> '$.context') || char(10)
  || coalesce((SELECT body ->> '$.title' FROM definitions WHERE hash = instances.body ->> '$.definitionHash'), iif(${IS_SINGLE}, 'single call', ''))
  || char(10) || (body ->> '$.startedBy') || char(10)
  || coalesce((SELECT group_concat(coalesce(body -> '$.step.arguments', '') || coalesce(body -> '$.held.edited.arguments', ''), char(10))
    FROM approvals WHERE workflow_id = instances.id AND (status IN ('pending', 'scheduled') OR instances.${IS_SINGLE})), '')
  || char(10) || iif(${IS_SINGLE}, coalesce((SELECT group_concat(body -> '$.payload.arguments', char(10))
    FROM audit WHERE workflow_id = instances.id AND event_type = 'transition.requested'), ''), '')`

export function listRuns(queries: Queries, filter: RunFilter, page: Page): ResultPage<Run> {
  const conditions: Condition[] = [
    ...equals('owner', filter.owner),
    ...equals('definition_id', filter.definitionId, [PROXY_DEFINITION]),
    ...(filter.workflowsOnly ? [{ sql: 'definition_id <> ?', values: [PROXY_DEFINITION] }] : []),
    ...(filter.children ? [{ sql: 'parent IS NOT NULL', values: [] }] : []),
    ...oneOf('status', filter.status, ['running']),
    ...attention(filter.attention),
    ...(filter.updatedUntil === undefined
      ? []
      : [{ sql: 'updated_at <= ?', values: [normalTime(filter.updatedUntil)] }]),
  ]
  const order = { columns: ['updated_at', 'id'], kinds: ['string', 'string'], direction: 'DESC' } as const
  const counting = filter.children ? {} : { counting: 'instances_by_update' }
  const rows = { table: 'instances', shown: 'body, updated_at, id', ...counting }
  return selectPage(queries, rows, conditions, order, page, readBody<Run>, contains(SEARCHED, filter.text))
}

function attention(kind: RunFilter['attention']): Condition[] {
  if (kind === undefined) return []
  const sql =
    kind === 'failed'
      ? `(failure <> 'APPROVAL_DENIED' OR activity = 'interrupted')`
      : `id IN (SELECT workflow_id FROM approvals INDEXED BY approvals_waiting WHERE status = 'pending')`
  return [{ sql, values: [] }]
}

export function countOpenRuns(queries: Queries): { definitionHash: string; owner: string; runs: number }[] {
  return queries
    .all(
      `SELECT body ->> '$.definitionHash' AS hash, owner, count(*) AS runs FROM instances INDEXED BY instances_by_update
       WHERE status = 'running' AND definition_id <> ? GROUP BY 1, 2`,
      [PROXY_DEFINITION],
    )
    .map(({ hash, owner, runs }) => ({
      definitionHash: String(hash),
      owner: String(owner),
      runs: Number(runs),
    }))
}

export function listUnfinished(queries: Queries): Run[] {
  return queries
    .all(
      `SELECT body FROM instances WHERE status = 'running' AND activity <> 'resting'
       ORDER BY updated_at, id`,
      [],
    )
    .map(readBody<Run>)
}

export function listChildren(queries: Queries, workflowId: string): Run[] {
  return queries
    .all('SELECT body FROM instances WHERE parent = ? ORDER BY updated_at DESC, id DESC', [workflowId])
    .map(readBody<Run>)
}

export function listDeadlines(queries: Queries, limit: number): Run[] {
  return queries
    .all(
      `SELECT body FROM instances WHERE status = 'running' AND activity <> 'interrupted' AND deadline_at IS NOT NULL
       ORDER BY deadline_at, id LIMIT ?`,
      [limit],
    )
    .map(readBody<Run>)
}

/** Also those that are interrupted or run: they may have a deadline again. */
export function moveDeadlines(queries: Queries, { deadlines }: TimeMoves): void {
  if (deadlines !== 0) move(queries, deadlines, 'deadline_at IS NOT NULL')
}

export function giveTimeBack(queries: Queries, { workflowId, milliseconds }: TimeBack): DeadlineMove[] {
  const from = findRun(queries, workflowId)?.deadlineAt ?? null
  if (milliseconds === 0 || from === null) return []
  move(queries, milliseconds, 'id = ?', [workflowId])
  const to = new Date(Date.parse(from) + milliseconds).toISOString()
  return [{ workflowId, from: [from], to }]
}

function move(queries: Queries, milliseconds: number, which: string, values: string[] = []): void {
  queries.run(
    `UPDATE instances SET body = json_set(body, '$.deadlineAt', ${moveTime('$.deadlineAt')},
       '$.deadlineMoved', coalesce(body ->> '$.deadlineMoved', 0) + ?)
     WHERE status = 'running' AND ${which}`,
    [seconds(milliseconds), milliseconds, ...values],
  )
}

export function saveEvidence(queries: Queries, evidence: Evidence): void {
  queries.run('INSERT INTO evidence (id, body) VALUES (?, ?)', [evidence.id, JSON.stringify(evidence)])
}

export function listEvidence(queries: Queries, workflowId: string): Evidence[] {
  return queries
    .all('SELECT body FROM evidence WHERE workflow_id = ? ORDER BY position', [workflowId])
    .map(readBody<Evidence>)
}

/** The hash is of the content: the first row with it is as good as any later one. */
export function saveDefinition(queries: Queries, hash: string, definition: Definition): void {
  queries.run('INSERT INTO definitions (hash, body) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING', [
    hash,
    JSON.stringify(definition),
  ])
}

export function findDefinition(queries: Queries, hash: string): Definition | null {
  const row = queries.get('SELECT body FROM definitions WHERE hash = ?', [hash])
  return row && readBody<Definition>(row)
}
