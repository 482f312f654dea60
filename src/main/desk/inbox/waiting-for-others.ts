/**
 * What waits, but not for whoever asks: they have approved it already, may not decide it, or it is assigned to somebody
 * else. Facts of rights are in no column, so those items that restrict who decides are read once, and again when they
 * change. May import: gateway.ts (types), model, workflow.
 */

import type { Gateway } from '../../gateway.ts'
import type { Definition } from '../../model/definition.ts'
import { takeTurns } from '../../model/in-turn.ts'
import { everyPage } from '../../model/pages.ts'
import { type HumanPrincipal, humanName } from '../../model/principal.ts'
import type { ItemFilter } from '../../runtime/ports.ts'
import { pause } from '../../system/slices.ts'
import type { Voter } from '../../workflow/gates/gates.ts'
import { loadAbout } from '../items/items.ts'
import type { Seats } from '../people/seats.ts'
import { askRights, barredBecause, choicesAt, type Restriction, restrictionOf, voterOf } from './barred.ts'

export interface WaitingForOthers {
  /** Ids of what waits for others than this person, as the database is now. */
  of(who: HumanPrincipal): Promise<string[]>
  close(): void
}

interface KeptRestriction extends Restriction {
  assignedTo: string | null
}

const PAGE = 100

export function createWaitingForOthers(gateway: Gateway, seats: Pick<Seats, 'known'>): WaitingForOthers {
  const kept = new Map<string, KeptRestriction>()
  const changed = new Set<string>()
  let isRead = false
  const inTurn = takeTurns()

  const stop = gateway.onChange((change) => {
    if (change.topic === 'approval') changed.add(change.id)
    // Queues and people are live.
    else if (change.topic === 'configuration') isRead = false
  })

  async function readAll(): Promise<void> {
    isRead = true
    kept.clear()
    await readThose({ status: ['pending'], restricted: true })
    for (const { id } of Object.values(gateway.configuration().workflows).filter(asksRights))
      await readThose({ status: ['pending'], kind: ['transition'], definitionId: id })
  }

  async function readThose(filter: ItemFilter): Promise<void> {
    for await (const { items } of everyPage((from) =>
      gateway.store.itemMarks(filter, { limit: PAGE, uncounted: true, ...from }),
    ))
      for (const { id } of items) {
        await read(id)
        await pause()
      }
  }

  async function read(id: string): Promise<void> {
    const item = await gateway.store.approval(id)
    const about = item?.status === 'pending' ? await loadAbout(gateway, item) : null
    if (item === null || about === null) {
      kept.delete(id)
      return
    }
    const restriction = restrictionOf(item, about)
    const { ballot, votes, choices } = restriction
    const isRestricted =
      about.holder !== null || ballot.gates.length > 0 || votes.length > 0 || choices.some(askRights)
    if (isRestricted) kept.set(id, { assignedTo: about.holder, ...restriction })
    else kept.delete(id)
  }

  async function refresh(): Promise<void> {
    try {
      if (!isRead) await readAll()
      for (const id of changed) {
        changed.delete(id)
        await read(id)
      }
    } catch (fault) {
      isRead = false
      throw fault
    }
  }

  /** By principal id; null: nobody knows them any more. */
  function personOf(id: string): Voter | null {
    const name = humanName(id)
    return seats.known().includes(name) ? voterOf(gateway.configuration(), name) : null
  }

  return {
    async of(who) {
      // Each finds what the one before has read.
      await inTurn(refresh)
      return [...kept].filter(([, restriction]) => isForOthers(restriction, who, personOf)).map(([id]) => id)
    },
    close: stop,
  }
}

function asksRights(definition: Definition): boolean {
  return Object.keys(definition.states).some((state) => choicesAt(definition, state).some(askRights))
}

/** What is assigned to somebody who cannot decide it would otherwise be in nobody's list. */
function isForOthers(
  restriction: KeptRestriction,
  who: HumanPrincipal,
  personOf: (id: string) => Voter | null,
): boolean {
  const { assignedTo } = restriction
  const holder = assignedTo === null || assignedTo === who.id ? null : personOf(assignedTo)
  return (holder !== null && !isBarred(restriction, holder)) || isBarred(restriction, who)
}

const isBarred = (restriction: Restriction, who: Voter) => barredBecause(restriction, who) !== null
