/** Records for the tests of the stores: complete, small, and different where a test says so. */

import type { AuditEntry } from '../../src/main/model/audit-event.ts'
import type { Definition } from '../../src/main/model/definition.ts'
import type { ChoiceItem, ItemOf, SubjectItem } from '../../src/main/model/item.ts'
import type { Claim, Evidence, Run, StepRef } from '../../src/main/model/run.ts'
import { type Activity, RESTING } from '../../src/main/model/run.ts'

export function at(second: number): string {
  return new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString()
}

export function run(change: Partial<Run> = {}): Run {
  return {
    id: 'wf_000000000001',
    definitionId: 'content_review',
    definitionHash: 'hash-1',
    definitionVersion: '1',
    state: 'draft',
    version: 1,
    status: 'running',
    input: { title: 'Release notes' },
    context: {},
    owner: 'local',
    startedBy: 'agent:Sample',
    startedAt: at(0),
    updatedAt: at(0),
    deadlineAt: null,
    activity: RESTING,
    parent: null,
    failure: null,
    personSaid: null,
    endReason: null,
    ...change,
  }
}

export function claimed(change: Partial<Claim> = {}): Activity {
  return { kind: 'claimed', claim: claim(change) }
}

export function claim(change: Partial<Claim> = {}): Claim {
  return {
    correlationId: 'co_1',
    transition: 'submit',
    kind: 'transition',
    arguments: {},
    by: { id: 'agent:Sample', roles: [], permissions: [] },
    at: at(0),
    repeatable: false,
    idempotencyKey: null,
    call: null,
    ...change,
  }
}

const RUN = { workflowId: 'wf_000000000001', definitionId: 'content_review', state: 'review', version: 2 }
const ASKED: Omit<ItemOf<'transition'>, keyof typeof RUN | 'kind'> = {
  id: 'ap_1',
  queue: null,
  client: 'local',
  requestedBy: 'agent:Sample',
  requesterRights: { roles: [], permissions: [] },
  requestedAt: at(0),
  deadlineAt: null,
  status: 'pending',
  decision: null,
  assignedTo: null,
  revision: 1,
}

/** A choice among the transitions of a state. */
export function approval(change: Partial<ChoiceItem> = {}): ChoiceItem {
  return { ...ASKED, ...RUN, kind: 'transition', ...change }
}

/** A call before a gate. */
export function heldItem(change: Partial<ItemOf<'gate'>> = {}, step: Partial<StepRef> = {}): ItemOf<'gate'> {
  const by = { id: ASKED.requestedBy, ...ASKED.requesterRights }
  return {
    ...{ ...ASKED, ...RUN, kind: 'gate', held: { gates: [], votes: [], from: 0 } },
    step: { kind: 'transition', transition: 'submit', arguments: {}, by, ...step },
    ...change,
  }
}

/** A definition that an agent proposes. */
export function definitionItem(change: Partial<ItemOf<'definition'>> = {}): ItemOf<'definition'> {
  return { ...heldItem(), kind: 'definition', subject: {}, ...change }
}

/** A step that was cut off. */
export function doubtItem(
  change: Partial<ItemOf<'interrupted'>> = {},
  step: Partial<StepRef> = {},
): ItemOf<'interrupted'> {
  const by = { id: ASKED.requestedBy, ...ASKED.requesterRights }
  return {
    ...{ ...ASKED, ...RUN, kind: 'interrupted' },
    step: { kind: 'transition', transition: 'submit', arguments: {}, by, ...step },
    ...change,
  }
}

/** Of no run. */
export function subjectItem(change: Partial<SubjectItem> = {}): SubjectItem {
  return { ...ASKED, kind: 'tool_change', key: 'tool', subject: {}, arguments: {}, ...change }
}

export function evidence(change: Partial<Evidence> = {}): Evidence {
  return {
    id: 'ev_1',
    workflowId: 'wf_000000000001',
    kind: 'cli_output',
    summary: 'Tests passed',
    by: 'agent:Sample',
    at: at(0),
    version: 1,
    data: { exitCode: 0 },
    ...change,
  }
}

export function entry(change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: 'au_1',
    timestamp: at(0),
    workflowId: 'wf_000000000001',
    correlationId: null,
    actor: 'agent:Sample',
    eventType: 'workflow.transitioned',
    payload: {},
    ...change,
  }
}

export function definition(change: Partial<Definition> = {}): Definition {
  return {
    id: 'content_review',
    version: '1',
    title: 'Content review',
    tags: [],
    aliases: [],
    examples: [],
    guards: [],
    initialState: 'draft',
    initialContext: {},
    maxChainDepth: 50,
    linkFilter: 'all',
    states: { draft: { terminal: true, transitions: {} } },
    ...change,
  }
}
