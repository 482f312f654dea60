import type { ConnectionView, ItemCard, PeopleView, PlayView } from '../../../preload/contract.ts'

/** In the sample: among so many the item of its agent is looked for. */
export const WAITING = { status: 'pending', limit: 20 } as const

export type StepState = 'done' | 'now' | 'later'

/** What the third step asks for. `change`: another person has to sit down; `scheduled`: it can be taken back. */
export type ToDecide = 'open' | 'first' | 'change' | 'second' | 'scheduled' | 'done'

export interface Steps {
  connect: StepState
  arrive: StepState
  decide: StepState
  toDecide: ToDecide
}

/** Which of the three steps is done and which comes now, from what the gateway knows. Pure. */
export function judgeSteps(known: {
  clients: number
  play: Pick<PlayView, 'running' | 'lines'> | undefined
  /** The next that waits, and the last that was decided. */
  waiting: Pick<ItemCard, 'votes'> | undefined
  decided: Pick<ItemCard, 'status'> | undefined
  /** Principal id of whoever sits at the desk. */
  you: string
}): Steps {
  const { waiting, decided } = known
  const played = known.play?.running === true || (known.play?.lines.length ?? 0) > 0
  const arrived = waiting !== undefined || decided !== undefined
  const toDecide = judgeDecision(waiting, decided, known.you)
  const [connect, arrive, decide] = statesOf([
    known.clients > 0 || played || arrived,
    arrived,
    toDecide === 'done',
  ])
  return { connect, arrive, decide, toDecide }
}

/** In a workspace of one's own. The server that comes with the beginning of a workspace is nobody's own. Pure. */
export function judgeOwnSteps(known: {
  servers: readonly Pick<ConnectionView, 'target'>[]
  clients: number
  waiting: number
  decided: number
}): { server: StepState; agent: StepState; decide: StepState; hasFileServer: boolean } {
  const isDecided = known.decided > 0
  const isOfBeginning = ({ target }: Pick<ConnectionView, 'target'>) =>
    target.includes(`\${COUNTERSIGN_MODULES}`)
  const [server, agent, decide] = statesOf([
    known.servers.some((each) => !isOfBeginning(each)),
    known.clients > 0 || known.waiting > 0 || isDecided,
    isDecided,
  ])
  return { server, agent, decide, hasFileServer: known.servers.some(isOfBeginning) }
}

/** The first that is not done comes now. */
function statesOf(done: [boolean, boolean, boolean]): [StepState, StepState, StepState] {
  const now = done.indexOf(false)
  const stateOf = (isDone: boolean, step: number): StepState =>
    isDone ? 'done' : step === now ? 'now' : 'later'
  return [stateOf(done[0], 0), stateOf(done[1], 1), stateOf(done[2], 2)]
}

function judgeDecision(
  waiting: Pick<ItemCard, 'votes'> | undefined,
  decided: Pick<ItemCard, 'status'> | undefined,
  you: string,
): ToDecide {
  if (waiting !== undefined) {
    const { votes } = waiting
    if (votes === null) return 'open'
    if (votes.given.some(({ by }) => by === you)) return 'change'
    return votes.given.length === 0 ? 'first' : 'second'
  }
  if (decided === undefined) return 'open'
  return decided.status === 'scheduled' ? 'scheduled' : 'done'
}

export const SCRIPTS = ['content_review', 'file_change', 'two_people'] as const satisfies NonNullable<
  PlayView['script']
>[]

/** The one to play after this one; null: all were played. Pure. */
export function nextScript(played: PlayView['script']): (typeof SCRIPTS)[number] | null {
  return played === null ? SCRIPTS[0] : (SCRIPTS[SCRIPTS.indexOf(played) + 1] ?? null)
}

/** What the steps are about: the item of the run that the sample agent plays, before any other. Pure. */
export function chooseItem<Item extends Pick<ItemCard, 'workflowId'>>(
  waiting: readonly Item[] | undefined,
  played: string | null,
): Item | undefined {
  return waiting?.find(({ workflowId }) => workflowId === played) ?? waiting?.[0]
}

/** Whether something waits that the sample agent has not asked for: then the desk is at work. Pure. */
export function isAtWork(
  waiting: readonly Pick<ItemCard, 'workflowId'>[] | undefined,
  played: string | null,
): boolean {
  return (waiting ?? []).some(({ workflowId }) => workflowId !== played)
}

/** The people who can approve besides `you`, of those that are declared. Pure. */
export function othersFor(
  item: Pick<ItemCard, 'votes'> | undefined,
  people: PeopleView | undefined,
  you: string,
): string[] {
  const voted = new Set(item?.votes?.given.map(({ by }) => by))
  return (people?.people ?? [])
    .filter(({ name, declared }) => declared && name !== you && !voted.has(`human:${name}`))
    .map(({ name }) => name)
}
