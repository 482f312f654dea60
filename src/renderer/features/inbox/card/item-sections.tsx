import { lazy, type ReactNode, Suspense } from 'react'
import type { InboxDetail } from '../../../../preload/contract.ts'
import { History } from '../../../items/history.tsx'
import { speakWho } from '../../../items/who.tsx'
import { useCall } from '../../../queries.ts'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { graphWords } from '../../../ui/graph/graph-words.ts'
import { Fact, Facts, HairlineList, HairlineRow } from '../../../ui/list.tsx'
import { Section } from '../../../ui/section.tsx'
import { PatchDifference } from '../../../ui/text/difference.tsx'
import { Quotation, QuoteChip } from '../../../ui/text/quote-chip.tsx'
import { SaidList } from '../../../ui/text/said.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { Values } from '../../../ui/text/values.tsx'
import { CallView } from '../../../values/call-view.tsx'
import { countChanges, isSame, type JsonObject, listFields } from '../../../values/typed-fields.ts'
import { holdsHidden, holdsMixed, TypedValues } from '../../../values/typed-values.tsx'
import { words } from '../../../words.ts'
import { cardWords } from './card-words.ts'
import { RepeatNotice, repeatsOf } from './repeat-notice.tsx'
import { choicesOf, refusedAs, useComparison } from './sections/compare-with.tsx'
import { ProposedSection } from './sections/proposed-section.tsx'
import { ToolSection } from './sections/tool-section.tsx'
import { Warning } from './warning-line.tsx'

/** The layout engine is large; the sentence and the buttons do not wait for it. */
const Graph = lazy(() => import('../../../ui/graph/graph.tsx').then((part) => ({ default: part.Graph })))

/** What the decision rests on, most telling first. Empty parts are left out. */
export function ItemSections({
  item,
  runs,
}: {
  item: InboxDetail
  /** What the outcomes would run. */
  runs: ReactNode
}) {
  const rest = restOf(item)
  return (
    <>
      <div data-must className="[&_[data-box]]:max-h-none">
        <div className="my-3 empty:hidden">
          <RepeatNotice item={item} />
        </div>
        <AgainNotice item={item} />
        <SubjectSection item={item} />
        <RunningSection running={item.running} />
        <Asked item={item} />
        <Edited item={item} />
        <HandedIn item={item} />
        {runs}
      </div>
      <SaidOfTool said={item.saidOfTool} />
      <Guidance item={item} />
      {hasAny(rest) ? (
        <Section title={words.inbox.context} aside={words.inbox.contextAside}>
          <Values values={rest} />
        </Section>
      ) : null}
      {/* A session of single calls was started with the first of them. */}
      {hasAny(item.input) && !item.isSingleCall ? (
        <Section title={words.inbox.input}>
          <Values values={item.input} />
        </Section>
      ) : null}
      <EvidenceList item={item} />
      {item.diagram.states.length > 0 && !item.isSingleCall ? (
        <Section title={words.inbox.diagram}>
          <Suspense fallback={<Skeleton label={graphWords.loading} lines={3} className="py-4" />}>
            <Graph {...item.diagram} />
          </Suspense>
          {item.isPartial ? <p className="text-sm text-ink-muted">{words.inbox.diagramPartial}</p> : null}
        </Section>
      ) : null}
      {item.history.length > 0 ? (
        <Section title={words.inbox.history}>
          {item.isPartial ? <p className="mb-2 text-ink-muted">{words.inbox.historyPartial}</p> : null}
          <History entries={item.history} />
        </Section>
      ) : null}
    </>
  )
}

function hasAny(values: object): boolean {
  return Object.keys(values).length > 0
}

/** Typed by the schema where there is one; never text that only looks like the values. */
function Asked({ item }: { item: InboxDetail }) {
  if (item.asked === null || !hasAny(item.asked.arguments)) return null
  return (
    <Compared
      item={item}
      title={words.inbox.asked}
      aside={words.inbox.askedAside}
      schema={item.asked.schema}
      values={item.asked.arguments}
    />
  )
}

/** The server's own words, which decide nothing and may be wrong. */
function SaidOfTool({ said }: { said: InboxDetail['saidOfTool'] }) {
  if (said === null) return null
  if (said.description === null)
    return (
      <Section title={cardWords.tool.said}>
        <Notice>{cardWords.tool.unlisted(said.connection, said.tool)}</Notice>
      </Section>
    )
  return (
    <Section title={cardWords.tool.said} aside={cardWords.tool.unchecked}>
      <Quotation by={cardWords.server(said.connection)} text={said.description} />
    </Section>
  )
}

/** Of the context, what the question is about; the rest of it comes later. */
function HandedIn({ item }: { item: InboxDetail }) {
  const { presented, presentedSchema } = item.compared
  if (item.asked !== null || !hasAny(presented)) return null
  return (
    <Compared
      item={item}
      title={cardWords.handedIn}
      aside={cardWords.handedInAside}
      schema={presentedSchema}
      values={presented}
    />
  )
}

function Compared({
  item,
  title,
  aside,
  schema,
  values,
}: {
  item: InboxDetail
  title: string
  aside: string
  schema: JsonObject | null
  values: JsonObject
}) {
  const { how, values: against, control } = useComparison(item)
  const same = how !== 'nothing' && against !== null && countChanges(values, against) === 0
  return (
    <Section title={title} aside={aside}>
      <div className="flex flex-col gap-3">
        {control}
        {holdsHidden(values) ? <p className="text-failed">{cardWords.hidden}</p> : null}
        {holdsMixed(values) ? <p className="text-ink-muted">{cardWords.mixed}</p> : null}
        {same && !(how === 'approved' && repeatsOf(item) !== null) ? (
          <p className="text-ink-muted">{cardWords.noneDiffers[how]}</p>
        ) : null}
        <TypedValues schema={schema} values={values} against={against} how={how} />
      </div>
    </Section>
  )
}

/** What a person changed: it, and not what was asked for, is decided about. */
function Edited({ item }: { item: InboxDetail }) {
  if (item.edited === null) return null
  const by = `${words.inbox.editedBy} ${speakWho(item.edited.by)}`
  return (
    <Section title={words.inbox.edited} aside={by}>
      <TypedValues
        schema={item.asked?.schema ?? null}
        values={item.edited.arguments}
        against={item.asked?.arguments ?? null}
        how={item.asked === null ? 'nothing' : 'asked'}
      />
    </Section>
  )
}

/** What of the context is not shown already as the matter of the question. */
function restOf({ context, compared, asked }: InboxDetail): JsonObject {
  const shown = asked === null ? compared.presented : {}
  return Object.fromEntries(
    Object.entries(context).filter(([key, value]) => !(key in shown) || !isSame(value, shown[key])),
  )
}

function Guidance({ item }: { item: InboxDetail }) {
  const { goal, instructions } = item.guidance
  const described = item.outcomes.filter(({ description }) => description !== null)
  if (!goal && !instructions && described.length === 0) return null
  return (
    <Section title={words.inbox.guidance}>
      {goal ? <p>{goal}</p> : null}
      {described.map(({ name, label, description }) => (
        <p key={name}>
          {described.length > 1 ? <span className="font-medium">{label}: </span> : null}
          {description}
        </p>
      ))}
      {instructions ? (
        <p className="text-ink-muted">
          {words.inbox.toldAgent} {instructions}
        </p>
      ) : null}
    </Section>
  )
}

function EvidenceList({ item }: { item: InboxDetail }) {
  if (item.evidence.length === 0) return null
  return (
    <Section title={words.inbox.evidence}>
      <HairlineList>
        {evidenceRows(item.evidence).map((evidence) => (
          <HairlineRow key={evidence.id}>
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{evidence.summary}</span>
            <Time at={evidence.at} className="text-sm text-ink-muted" />
          </HairlineRow>
        ))}
      </HairlineList>
    </Section>
  )
}

/** What a card shows of what was recorded. */
type Evidence = InboxDetail['evidence'][number]

/** One decision is evidence of several kinds (R5.7), which rules tell apart; for a reader it happened once. */
export function evidenceRows(evidence: readonly Evidence[]): Evidence[] {
  const rows = new Map<string, Evidence>()
  for (const one of evidence) {
    const said = JSON.stringify([one.summary, one.by, one.at, one.version])
    if (!rows.has(said)) rows.set(said, one)
  }
  return [...rows.values()]
}

/** What was cut off, word for word, and since when nobody knows what came of it. */
function RunningSection({ running }: { running: InboxDetail['running'] }) {
  if (running === null) return null
  const text = cardWords.running
  return (
    <Section title={text.title}>
      <Facts>
        <Fact name={text.call}>
          <CallView text={running.call} />
        </Fact>
        <Fact name={text.since}>
          <Time at={running.since} />
        </Fact>
        <Fact name={text.again}>{running.attempt}</Fact>
      </Facts>
    </Section>
  )
}

/** What was refused is handed in again: what has changed since, and what was said then. */
function AgainNotice({ item }: { item: InboxDetail }) {
  const { compared, asked } = item
  const me = useCall('desk.status', {}).data?.person.name
  const { lastRefused } = compared
  if (!compared.again || lastRefused === null) return null
  const { again } = cardWords
  const mine = lastRefused.by === `human:${me}`
  const who = speakWho(lastRefused.by)
  const now = asked === null ? compared.presented : asked.arguments
  const did = refusedAs(lastRefused)
  const before = choicesOf(item)[did] ?? null
  const changed =
    before === null
      ? []
      : listFields(asked?.schema ?? compared.presentedSchema, now, before).filter(
          ({ mark }) => mark !== 'same',
        )
  const lead = (changed.length > 0 ? again.changed : again.same)(mine ? again.me : who, again[did])
  return (
    <div className="my-3 flex flex-col gap-1.5 rounded-md bg-needs-soft px-3 py-2">
      <p>
        <span className="font-medium text-needs">{lead}</span>{' '}
        <Time at={lastRefused.at} className="text-ink" />
        {changed.length > 0 ? (
          <span className="text-ink">
            :{' '}
            {changed.map(({ key, name }, place) => (
              <span key={key}>
                {place > 0 ? ', ' : ''}
                <QuoteChip text={name} />
              </span>
            ))}
          </span>
        ) : (
          '.'
        )}{' '}
        <a href={`#/inbox/${lastRefused.id}`} className="rounded-sm text-accent underline">
          {again.openEarlier}
        </a>
      </p>
      {lastRefused.label ? <p className="text-ink-muted">{again.chose(lastRefused.label)}</p> : null}
      {lastRefused.comment ? (
        <Quotation by={mine ? again.youSaid : again.said(who)} text={lastRefused.comment} />
      ) : null}
    </div>
  )
}

/** What a proposal would change, literally, or what a server asks; what would be allowed by it comes first. */
function SubjectSection({ item }: { item: InboxDetail }) {
  const { subject } = item
  if (subject === null) return null
  const { warnings, notes, files, quote, tool, definition } = subject
  return (
    <>
      {warnings.length > 0 ? (
        <Section title={words.inbox.weaker}>
          <ul className="flex flex-col gap-1">
            {warnings.map((text) => (
              <Warning key={text} tone="risky" text={text} />
            ))}
          </ul>
        </Section>
      ) : null}
      {notes.length > 0 ? (
        <Section title={words.inbox.changes}>
          <SaidList texts={notes} />
        </Section>
      ) : null}
      {quote === null ? null : (
        <Section title={words.inbox.question}>
          <Quotation by={cardWords.server(item.definitionTitle)} text={quote} longest={4000} />
        </Section>
      )}
      {tool === null ? null : <ToolSection tool={tool} />}
      {definition === null ? null : <ProposedSection definition={definition} />}
      {files.map(({ path, patch }) => (
        <Section key={path} title={words.inbox.difference} aside={path}>
          <PatchDifference patch={patch} label={`${words.inbox.difference} ${path}`} />
        </Section>
      ))}
    </>
  )
}
