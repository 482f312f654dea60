/** The shape of the database, as the ordered list of changes that made it. May import: model. */
import Database from 'better-sqlite3'
import { GatewayError } from '../model/error.ts'

/** `CSGN`: marks a SQLite file as ours, so that another program's database is not taken for one. */
const APPLICATION_ID = 0x4353474e

/**
 * One step each; never edited once released. `body` is the record as JSON and the only truth: columns that are
 * searched by are computed from it, so that they cannot say anything else.
 */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE definitions (
    hash TEXT PRIMARY KEY,
    body TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE instances (
    id TEXT PRIMARY KEY,
    body TEXT NOT NULL,
    definition_id TEXT GENERATED ALWAYS AS (json_extract(body, '$.definitionId')) VIRTUAL,
    owner TEXT GENERATED ALWAYS AS (json_extract(body, '$.owner')) VIRTUAL,
    status TEXT GENERATED ALWAYS AS (json_extract(body, '$.status')) VIRTUAL,
    version INTEGER GENERATED ALWAYS AS (json_extract(body, '$.version')) VIRTUAL,
    claim TEXT GENERATED ALWAYS AS (json_extract(body, '$.claim.correlationId')) VIRTUAL,
    todo TEXT GENERATED ALWAYS AS (json_extract(body, '$.todo')) VIRTUAL,
    interrupted INTEGER GENERATED ALWAYS AS (json_extract(body, '$.interrupted')) VIRTUAL,
    failure TEXT GENERATED ALWAYS AS (json_extract(body, '$.failure.code')) VIRTUAL,
    updated_at TEXT GENERATED ALWAYS AS (json_extract(body, '$.updatedAt')) VIRTUAL,
    deadline_at TEXT GENERATED ALWAYS AS (json_extract(body, '$.deadlineAt')) VIRTUAL
  ) STRICT;
  CREATE INDEX instances_by_update ON instances (updated_at DESC, id DESC);
  CREATE INDEX instances_by_owner ON instances (owner, updated_at DESC, id DESC);
  CREATE INDEX instances_by_definition ON instances (definition_id, updated_at DESC, id DESC);
  CREATE INDEX instances_unfinished ON instances (updated_at, id)
    WHERE status = 'running' AND (claim IS NOT NULL OR todo IS NOT NULL);
  CREATE INDEX instances_by_deadline ON instances (deadline_at, id)
    WHERE status = 'running' AND deadline_at IS NOT NULL;

  CREATE TABLE approvals (
    id TEXT PRIMARY KEY,
    body TEXT NOT NULL,
    workflow_id TEXT GENERATED ALWAYS AS (json_extract(body, '$.workflowId')) VIRTUAL,
    kind TEXT GENERATED ALWAYS AS (json_extract(body, '$.kind')) VIRTUAL,
    client TEXT GENERATED ALWAYS AS (json_extract(body, '$.client')) VIRTUAL,
    status TEXT GENERATED ALWAYS AS (json_extract(body, '$.status')) VIRTUAL,
    revision INTEGER GENERATED ALWAYS AS (json_extract(body, '$.revision')) VIRTUAL,
    requested_at TEXT GENERATED ALWAYS AS (json_extract(body, '$.requestedAt')) VIRTUAL
  ) STRICT;
  CREATE INDEX approvals_by_request ON approvals (requested_at, id);
  CREATE INDEX approvals_by_workflow ON approvals (workflow_id, status);
  CREATE INDEX approvals_pending ON approvals (requested_at, id) WHERE status = 'pending';

  CREATE TABLE evidence (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    body TEXT NOT NULL,
    workflow_id TEXT GENERATED ALWAYS AS (json_extract(body, '$.workflowId')) VIRTUAL
  ) STRICT;
  CREATE INDEX evidence_by_workflow ON evidence (workflow_id, position);

  CREATE TABLE audit (
    sequence INTEGER PRIMARY KEY,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    body TEXT NOT NULL,
    timestamp TEXT GENERATED ALWAYS AS (json_extract(body, '$.timestamp')) VIRTUAL,
    workflow_id TEXT GENERATED ALWAYS AS (json_extract(body, '$.workflowId')) VIRTUAL,
    correlation_id TEXT GENERATED ALWAYS AS (json_extract(body, '$.correlationId')) VIRTUAL,
    actor TEXT GENERATED ALWAYS AS (json_extract(body, '$.actor')) VIRTUAL,
    event_type TEXT GENERATED ALWAYS AS (json_extract(body, '$.eventType')) VIRTUAL
  ) STRICT;
  CREATE INDEX audit_by_workflow ON audit (workflow_id, sequence);
  CREATE INDEX audit_by_correlation ON audit (correlation_id, sequence);
  CREATE INDEX audit_by_type ON audit (event_type, sequence);

  CREATE TABLE usage (
    name TEXT PRIMARY KEY,
    count INTEGER NOT NULL,
    last_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  UPDATE instances SET body = json_set(body, '$.parked', NULL, '$.parent', NULL);
  UPDATE instances SET body = json_set(body, '$.claim.idempotencyKey', NULL)
    WHERE json_extract(body, '$.claim.correlationId') IS NOT NULL;
  UPDATE approvals SET body =
    json_set(body, '$.held', NULL, '$.subject', json('{}'), '$.key', NULL, '$.assignedTo', NULL);
  UPDATE approvals SET body = json_set(body, '$.decision.runsAt', NULL)
    WHERE json_extract(body, '$.decision.by') IS NOT NULL;

  ALTER TABLE instances ADD COLUMN parked TEXT GENERATED ALWAYS AS (json_extract(body, '$.parked.id')) VIRTUAL;
  ALTER TABLE instances ADD COLUMN parent TEXT
    GENERATED ALWAYS AS (json_extract(body, '$.parent.workflowId')) VIRTUAL;
  DROP INDEX instances_unfinished;
  CREATE INDEX instances_unfinished ON instances (updated_at, id)
    WHERE status = 'running' AND (claim IS NOT NULL OR todo IS NOT NULL OR parked IS NOT NULL);
  CREATE INDEX instances_by_parent ON instances (parent, updated_at DESC, id DESC) WHERE parent IS NOT NULL;

  DROP INDEX instances_by_owner;
  DROP INDEX instances_by_definition;
  CREATE INDEX instances_sessions ON instances (updated_at DESC, id DESC)
    WHERE status = 'running' AND definition_id = 'proxy_default';

  ALTER TABLE approvals ADD COLUMN key TEXT GENERATED ALWAYS AS (json_extract(body, '$.key')) VIRTUAL;
  ALTER TABLE approvals ADD COLUMN deadline_at TEXT
    GENERATED ALWAYS AS (json_extract(body, '$.deadlineAt')) VIRTUAL;
  CREATE INDEX approvals_by_key ON approvals (key, status) WHERE key IS NOT NULL;
  CREATE INDEX approvals_by_deadline ON approvals (deadline_at, id)
    WHERE status = 'pending' AND deadline_at IS NOT NULL;

  CREATE INDEX approvals_scheduled ON approvals (requested_at, id) WHERE status = 'scheduled';

  DROP INDEX audit_by_correlation;
  DROP INDEX audit_by_type;
  `,
  `
  ALTER TABLE approvals ADD COLUMN definition_id TEXT
    GENERATED ALWAYS AS (json_extract(body, '$.definitionId')) VIRTUAL;
  ALTER TABLE approvals ADD COLUMN place TEXT
    GENERATED ALWAYS AS (coalesce(json_extract(body, '$.transition'), '@' || json_extract(body, '$.state'))) VIRTUAL;
  ALTER TABLE approvals ADD COLUMN decided_at TEXT
    GENERATED ALWAYS AS (json_extract(body, '$.decision.at')) VIRTUAL;
  CREATE INDEX approvals_decided ON approvals (definition_id, place, decided_at DESC)
    WHERE decided_at IS NOT NULL;
  `,
  `
  CREATE TABLE searches (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    body TEXT NOT NULL,
    at TEXT GENERATED ALWAYS AS (json_extract(body, '$.at')) VIRTUAL,
    followed INTEGER GENERATED ALWAYS AS (json_array_length(body, '$.started') > 0) VIRTUAL
  ) STRICT;
  CREATE INDEX searches_by_time ON searches (at);
  CREATE INDEX searches_followed ON searches (position) WHERE followed = 1;
  `,
  `
  CREATE INDEX approvals_of_client ON approvals (client, requested_at, id) WHERE status = 'pending';
  `,
  `
  ALTER TABLE approvals ADD COLUMN settled_at TEXT GENERATED ALWAYS AS
    (coalesce(json_extract(body, '$.decision.at'), json_extract(body, '$.requestedAt'))) VIRTUAL;
  CREATE INDEX approvals_settled ON approvals (settled_at, id);
  `,

  // Counts what waits of one agent without a token, however large its items are.
  `
  ALTER TABLE approvals ADD COLUMN requested_by TEXT GENERATED ALWAYS AS (json_extract(body, '$.requestedBy')) VIRTUAL;
  ALTER TABLE approvals ADD COLUMN connection TEXT GENERATED ALWAYS AS (json_extract(body, '$.connection')) VIRTUAL;
  CREATE INDEX approvals_asked ON approvals (client, requested_by, connection) WHERE status = 'pending';
  `,

  // What runs and what waits name their step alike.
  `
  UPDATE instances SET body = json_remove(
      json_set(body, '$.claim.by', json_object(
        'id', json_extract(body, '$.claim.by'),
        'roles', json_extract(body, '$.claim.roles'),
        'permissions', json_extract(body, '$.claim.permissions'))),
      '$.claim.roles', '$.claim.permissions')
    WHERE json_extract(body, '$.claim.correlationId') IS NOT NULL;
  UPDATE instances SET body = json_remove(
      json_set(body,
        '$.parked.on', json_extract(body, '$.parked.kind'),
        '$.parked.kind', json_extract(body, '$.parked.step'),
        '$.parked.by', json_object(
        'id', json_extract(body, '$.parked.by'),
        'roles', json_extract(body, '$.parked.roles'),
        'permissions', json_extract(body, '$.parked.permissions'))),
      '$.parked.step', '$.parked.roles', '$.parked.permissions')
    WHERE json_extract(body, '$.parked.id') IS NOT NULL;
  `,

  // What a run is doing is one thing.
  `
  DROP INDEX instances_unfinished;
  ALTER TABLE instances DROP COLUMN claim;
  ALTER TABLE instances DROP COLUMN todo;
  ALTER TABLE instances DROP COLUMN interrupted;
  ALTER TABLE instances DROP COLUMN parked;
  UPDATE instances SET body = json_remove(
    json_set(body, '$.activity', json(CASE
      WHEN json_type(body, '$.claim') = 'object' THEN json_object(
        'kind', iif(json_extract(body, '$.interrupted'), 'interrupted', 'claimed'),
        'claim', json_extract(body, '$.claim'))
      WHEN json_type(body, '$.parked') = 'object' THEN json_object(
        'kind', 'parked', 'step', json_extract(body, '$.parked'), 'todo', json_extract(body, '$.todo'))
      WHEN json_extract(body, '$.todo') IS NOT NULL THEN
        json_object('kind', 'due', 'todo', json_extract(body, '$.todo'))
      ELSE json_object('kind', 'resting') END)),
    '$.claim', '$.todo', '$.interrupted', '$.parked');
  ALTER TABLE instances ADD COLUMN activity TEXT
    GENERATED ALWAYS AS (json_extract(body, '$.activity.kind')) VIRTUAL;
  ALTER TABLE instances ADD COLUMN holder TEXT GENERATED ALWAYS AS
    (coalesce(json_extract(body, '$.activity.claim.correlationId'), json_extract(body, '$.activity.step.id'))) VIRTUAL;
  CREATE INDEX instances_unfinished ON instances (updated_at, id)
    WHERE status = 'running' AND activity <> 'resting';
  `,

  // An item holds what its kind is about, and names its step as a run does.
  `
  DROP INDEX approvals_decided;
  ALTER TABLE approvals DROP COLUMN place;
  UPDATE approvals SET body = json_set(body, '$.held', json_object(
      'gates', json_array(json_patch(json('{"required":true,"quorum":1,"notRequester":false}'),
        json_object('queue', json_extract(body, '$.queue')))),
      'votes', json('[]'), 'step', 'transition', 'from', 0))
    WHERE kind IN ('executor', 'gate', 'definition') AND json_type(body, '$.held') IS NOT 'object';
  UPDATE approvals SET body = json_remove(
      json_set(body, '$.step', json_object(
        'kind', coalesce(json_extract(body, '$.held.step'), (
          SELECT json_extract(instances.body, '$.activity.claim.kind') FROM instances
          WHERE instances.id = approvals.workflow_id AND approvals.status = 'pending'), CASE json_extract(body, '$.transition')
          WHEN '$onEnter' THEN 'onEnter' WHEN '$onTimeout' THEN 'onTimeout' ELSE 'transition' END),
        'transition', coalesce(json_extract(body, '$.transition'), ''),
        'arguments', json_extract(body, '$.arguments'),
        'by', json_object(
          'id', json_extract(body, '$.requestedBy'),
          'roles', json_extract(body, '$.requesterRights.roles'),
          'permissions', json_extract(body, '$.requesterRights.permissions')))),
      '$.held.step')
    WHERE kind IN ('executor', 'gate', 'definition', 'interrupted');
  UPDATE approvals SET body = json_remove(body, '$.workflowId', '$.definitionId', '$.state', '$.version')
    WHERE kind IN ('tool_change', 'configuration', 'elicitation');
  UPDATE approvals SET body = json_remove(body, '$.transition', '$.arguments', '$.key', '$.untold')
    WHERE kind NOT IN ('tool_change', 'configuration', 'elicitation');
  UPDATE approvals SET body = json_remove(body, '$.transition')
    WHERE kind IN ('tool_change', 'configuration', 'elicitation');
  UPDATE approvals SET body = json_remove(body, '$.held') WHERE kind NOT IN ('executor', 'gate', 'definition');
  UPDATE approvals SET body = json_remove(body, '$.subject')
    WHERE kind IN ('transition', 'executor', 'gate', 'interrupted');
  ALTER TABLE approvals ADD COLUMN place TEXT GENERATED ALWAYS AS
    (coalesce(json_extract(body, '$.step.transition'), '@' || json_extract(body, '$.state'))) VIRTUAL;
  CREATE INDEX approvals_decided ON approvals (definition_id, place, decided_at DESC)
    WHERE decided_at IS NOT NULL;
  `,

  // The inbox is sorted, narrowed and counted by an index alone, however large its items are.
  `
  ALTER TABLE approvals ADD COLUMN queue TEXT GENERATED ALWAYS AS (json_extract(body, '$.queue')) VIRTUAL;
  ALTER TABLE approvals ADD COLUMN assigned_to TEXT
    GENERATED ALWAYS AS (json_extract(body, '$.assignedTo')) VIRTUAL;
  ALTER TABLE approvals ADD COLUMN due_at TEXT
    GENERATED ALWAYS AS (coalesce(json_extract(body, '$.deadlineAt'), '~')) VIRTUAL;
  CREATE INDEX approvals_waiting ON approvals
    (due_at, requested_at, id, kind, queue, definition_id, client, assigned_to, workflow_id, revision)
    WHERE status = 'pending';
  DROP INDEX approvals_settled;
  CREATE INDEX approvals_ended ON approvals
    (settled_at, id, kind, queue, definition_id, client, assigned_to, due_at, requested_at, workflow_id, revision)
    WHERE status <> 'pending';
  `,

  // So are the lists of runs and of the audit log counted, and narrowed by kind and time; a start looks for running children.
  `
  DROP INDEX instances_by_update;
  CREATE INDEX instances_by_update ON instances
    (updated_at DESC, id DESC, definition_id, status, failure, activity, owner);
  CREATE INDEX audit_by_time ON audit (timestamp, event_type);
  CREATE INDEX instances_children ON instances (updated_at DESC, id DESC) WHERE status = 'running' AND parent IS NOT NULL;
  `,

  // SQLite appends cheaply only at the end of an index, and reads it backwards as well: what grows with time rises.
  `
  DROP INDEX instances_by_update;
  DROP INDEX instances_sessions;
  DROP INDEX instances_by_parent;
  DROP INDEX instances_children;
  DROP INDEX audit_by_time;
  CREATE INDEX instances_by_update ON instances (updated_at, id, definition_id, status, failure, activity, owner);
  CREATE INDEX instances_sessions ON instances (updated_at, id)
    WHERE status = 'running' AND definition_id = 'proxy_default';
  CREATE INDEX instances_by_parent ON instances (parent, updated_at, id) WHERE parent IS NOT NULL;
  CREATE INDEX instances_children ON instances (updated_at, id) WHERE status = 'running' AND parent IS NOT NULL;
  CREATE INDEX audit_by_time ON audit (timestamp, sequence, event_type);
  `,

  // A vote and a decision name the declaration of who gave them, not only that there is one. That of before is the first.
  `
  UPDATE approvals SET body = json_set(body, '$.decision.who.declared', 'first')
    WHERE status = 'scheduled' AND json_type(body, '$.decision.who.declared') = 'true';
  UPDATE approvals SET body = json_remove(body, '$.decision.who.declared')
    WHERE status = 'scheduled' AND json_type(body, '$.decision.who.declared') = 'false';
  UPDATE approvals SET body = json_set(body, '$.held.votes', json((
      SELECT json_group_array(json(CASE json_type(value, '$.declared')
        WHEN 'true' THEN json_set(value, '$.declared', 'first')
        WHEN 'false' THEN json_remove(value, '$.declared')
        ELSE value END))
      FROM json_each(body, '$.held.votes'))))
    WHERE status IN ('pending', 'scheduled') AND json_array_length(body, '$.held.votes') > 0;
  `,

  // What holds a run says whether its client has stopped it.
  `
  ALTER TABLE instances DROP COLUMN holder;
  ALTER TABLE instances ADD COLUMN holder TEXT GENERATED ALWAYS AS (coalesce(
    json_extract(body, '$.activity.claim.correlationId'),
    json_extract(body, '$.activity.step.id') || iif(json_extract(body, '$.activity.step.stopped'), ' stopped', '')
  )) VIRTUAL;
  `,
]

/** The format that this program writes. */
export const DATABASE_FORMAT = MIGRATIONS.length

/** 0: nothing of ours was ever written to it. */
export function formatOf(database: Database.Database): number {
  return Number(database.pragma('user_version', { simple: true }))
}

/**
 * Looks whether this program may write to a database, before anything has been written to it.
 * @returns why it may only read, as a sentence for a person; null if it may write
 * @throws GatewayError INTERNAL if it is another program's
 */
export function checkFormat(database: Database.Database, file: string): string | null {
  const format = formatOf(database)
  const application = Number(database.pragma('application_id', { simple: true }))
  const tables = Number(database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get())
  if (tables > 0 && application !== APPLICATION_ID) {
    throw new GatewayError('INTERNAL', `${file} is the database of another program. Choose another file.`)
  }
  if (format <= DATABASE_FORMAT) return null
  return (
    `The database ${file} was written by a newer Countersign (format ${format}; this version writes ` +
    `format ${DATABASE_FORMAT}), so it is only read and nothing can be changed. ` +
    'Use the newer version, or another data folder.'
  )
}

/** Applies what is missing up to `target`; each step and its number become durable together or not at all. */
export function migrate(database: Database.Database, target = DATABASE_FORMAT): void {
  const format = formatOf(database)
  if (format === 0 && target === DATABASE_FORMAT) {
    apply(database, newestShape(), target)
    return
  }
  MIGRATIONS.slice(format, target).forEach((step, index) => {
    apply(database, step, format + index + 1)
  })
}

function apply(database: Database.Database, step: string, format: number): void {
  const whole = database.transaction(() => {
    database.exec(step)
    database.pragma(`application_id = ${APPLICATION_ID}`)
    database.pragma(`user_version = ${format}`)
  })
  whole.immediate()
}

let newest = ''

/** What all steps come to: a new database has no past to go through, which takes ten times as long. */
function newestShape(): string {
  if (newest !== '') return newest
  const past = new Database(':memory:')
  MIGRATIONS.forEach((step, index) => {
    apply(past, step, index + 1)
  })
  const made = past.prepare(
    "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%' ORDER BY rowid",
  )
  newest = made.pluck().all().join(';')
  past.close()
  return newest
}
