import type { Preview } from '../../../../preload/contract.ts'
import { cardWords } from './card-words.ts'

export interface Change {
  what:
    | 'unseen'
    | 'next'
    | 'call'
    | 'steps'
    | 'edited'
    | 'run'
    | 'definition'
    | 'connection'
    | 'tool'
    | 'workflow'
    | 'gone'
    | 'gates'
    | 'subject'
    | 'undo'
  before: string
  after: string
}

export interface OutcomeChange extends Change {
  outcome: string
}

/**
 * What differs between two previews of one outcome: first why, as far as it is known, then what a person sees of it;
 * `unseen` if only the hash moved. Pure.
 */
export function compareShown(before: Preview, after: Preview): Change[] {
  const changes = compareBasis(before.basis, after.basis)
  if (before.undoMs !== after.undoMs) changes.push({ what: 'undo', before: '', after: '' })
  function compare(what: Change['what'], read: (preview: Preview) => string): void {
    if (read(before) !== read(after)) changes.push({ what, before: read(before), after: read(after) })
  }
  compare('call', (preview) => preview.call ?? '')
  compare('next', (preview) => [...preview.nextStates, preview.stopsAt].join(' · '))
  compare('steps', (preview) => preview.steps.map((step) => step.call ?? step.title).join(' · '))
  if (changes.length > 0 || before.hash === after.hash) return changes
  return [{ what: 'unseen', before: '', after: '' }]
}

/** Why it differs: who or what has moved behind it. */
function compareBasis(before: Preview['basis'], after: Preview['basis']): Change[] {
  const changes: Change[] = []
  const edited = after.edited !== null && after.edited.at !== before.edited?.at
  if (edited) changes.push({ what: 'edited', before: '', after: after.edited?.by ?? '' })
  if (before.version !== after.version)
    changes.push({ what: 'run', before: before.state, after: after.state })
  const tools = after.tools.filter((tool) =>
    before.tools.some((was) => isOneTool(was, tool) && was.accepted !== tool.accepted),
  )
  for (const { connection, tool } of tools)
    changes.push({ what: 'tool', before: '', after: cardWords.toolOf(tool, connection) })
  // A call of a tool is defined by it, and nothing else is to be said of that.
  if (before.definition !== after.definition && tools.length === 0)
    changes.push({ what: 'definition', before: '', after: '' })
  for (const { id, title, hash } of before.workflows) {
    const now = after.workflows.find((workflow) => workflow.id === id)
    if (now === undefined || now.hash === hash) continue
    changes.push({ what: now.hash === null ? 'gone' : 'workflow', before: '', after: title })
  }
  const names = Object.keys(before.connections).filter(
    (name) => Object.hasOwn(after.connections, name) && before.connections[name] !== after.connections[name],
  )
  for (const name of names) changes.push({ what: 'connection', before: '', after: name })
  // Where nothing can run any more, nothing is known of what would stand before it.
  const known = before.gates !== '' && after.gates !== ''
  if (known && before.gates !== after.gates) changes.push({ what: 'gates', before: '', after: '' })
  if (before.subject !== after.subject) changes.push({ what: 'subject', before: '', after: '' })
  return changes
}

function isOneTool(one: Preview['basis']['tools'][number], other: typeof one): boolean {
  return one.connection === other.connection && one.tool === other.tool
}

/** Of those there may be several, each by its name. */
const NAMED: ReadonlySet<Change['what']> = new Set<Change['what']>(['connection', 'tool', 'workflow', 'gone'])

/** What a person has not read yet together with what came after it: each from its first version to its last. Pure. */
export function addChanges(
  unread: readonly OutcomeChange[],
  found: readonly OutcomeChange[],
): OutcomeChange[] {
  const keyOf = ({ outcome, what, after }: OutcomeChange): string =>
    NAMED.has(what) ? `${outcome} ${what} ${after}` : `${outcome} ${what}`
  const all = new Map(unread.map((change) => [keyOf(change), change]))
  for (const change of found) {
    const earlier = all.get(keyOf(change))
    all.set(keyOf(change), { ...change, before: earlier?.before ?? change.before })
  }
  // What is as it was at first again is no change, but for those of which no version is kept.
  const moved = [...all.values()].filter(({ before, after }) => before === '' || before !== after)
  return moved.some(({ what }) => what !== 'unseen') ? moved.filter(({ what }) => what !== 'unseen') : moved
}
