/** What one client sees, has asked and was refused, and what that costs its model. May import: gateway.ts (types), model. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ClientFigures } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import { type AgentPrincipal, LOCAL_CLIENT } from '../../model/principal.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { Handlers } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import { listedSentence, loadAbout, sentenceOf } from '../items/items.ts'
import { describeEvent } from '../runs/timeline.ts'
import { countTokens } from '../settings/count-tokens.ts'
import { writeBundle } from './bundle/mcp-bundle.ts'

const MOST_NAMED = 200
const MOST_SHOWN = 10
/** Descriptions that are counted between two turns of whatever else is to do. */
const AT_ONCE = 25
/** Characters that a token of JSON stands for, on the whole. */
const CHARACTERS_A_TOKEN = 3.5

export function createClientFigureHandlers({
  gateway,
  mcp,
  pipe,
  home,
}: Pick<DeskOptions, 'gateway' | 'mcp' | 'pipe' | 'home'>): Pick<
  Handlers,
  'clients.figures' | 'clients.bundle'
> {
  return {
    'clients.figures': async (_session, { name }) => await describeClient(gateway, mcp.tools(), name),
    async 'clients.bundle'() {
      const { version } = gateway
      await pipe.renew()
      const bundle = writeBundle({ version, platform: home.platform, pipe, tools: mcp.tools() })
      return { name: 'countersign.mcpb', content: bundle.toString('base64') }
    },
  }
}

async function describeClient(
  gateway: Gateway,
  listed: ReturnType<DeskOptions['mcp']['tools']>,
  name: string,
): Promise<ClientFigures> {
  const who = principalOf(gateway, name)
  const seen = gateway.discovery.entries().filter(({ id }) => gateway.discovery.visible(who, id))
  const named = (kind: 'capability' | 'workflow') => {
    const ids = seen.filter((entry) => entry.kind === kind).map(({ id }) => id)
    return { count: ids.length, names: ids.slice(0, MOST_NAMED) }
  }
  let flat = 0
  let counted = 0
  for (const { kind, id, description, inputSchema } of seen) {
    if (kind !== 'capability') continue
    flat += countTokens(JSON.stringify({ name: id, description, inputSchema }))
    counted += 1
    if (counted % AT_ONCE === 0) await nextTurn()
  }
  const tally = gateway.clientLedger.of(name)
  return {
    name,
    tags: who.tags,
    tools: named('capability'),
    workflows: named('workflow'),
    list: { tokens: countTokens(JSON.stringify(listed)), flat },
    calls:
      tally === null
        ? null
        : {
            ...{ since: tally.since, lastAt: tally.lastAt, count: tally.calls },
            ...{ refused: tally.refused, failed: tally.failed, turnedAway: tally.turnedAway },
            sentTokens: Math.ceil(tally.sent / CHARACTERS_A_TOKEN),
            answeredTokens: Math.ceil(tally.answered / CHARACTERS_A_TOKEN),
            labels: tally.labels,
          },
    asked: await listAsked(gateway, name),
    refusals: await listRefusals(gateway, tally?.labels ?? []),
  }
}

/** As it comes; only for what it sees. @throws DeskFault NOT_FOUND */
function principalOf({ configuration }: Pick<Gateway, 'configuration'>, name: string): AgentPrincipal {
  const { clients } = configuration()
  const declared = Object.hasOwn(clients, name) && name !== LOCAL_CLIENT ? clients[name] : undefined
  if (declared === undefined && name !== LOCAL_CLIENT)
    throw new DeskFault('NOT_FOUND', `The settings file names no client named ‘${name}’.`)
  const { tags, roles = [], permissions = [], sees = 'own' } = declared ?? {}
  const rights = { roles: [...roles], permissions: [...permissions], sees }
  return {
    ...{ kind: 'agent', id: `agent:${name}`, client: name, label: name },
    ...rights,
    tags: tags === undefined ? null : [...tags],
  }
}

async function listAsked(gateway: Gateway, client: string): Promise<ClientFigures['asked']> {
  const { items } = await gateway.store.approvals({ client, order: 'newest' }, { limit: MOST_SHOWN })
  return await Promise.all(
    items.map(async (item) => ({
      ...{ id: item.id, at: item.requestedAt, status: item.status },
      sentence: listedSentence(sentenceOf(item, await loadAbout(gateway, item))),
    })),
  )
}

/** The log knows agents by what they call themselves. */
async function listRefusals(
  { store }: Pick<Gateway, 'store'>,
  labels: readonly string[],
): Promise<ClientFigures['refusals']> {
  const pages = await Promise.all(
    labels.map((label) =>
      store.audit(
        { actor: `agent:${label}`, eventTypes: ['transition.rejected'] },
        { limit: MOST_SHOWN, uncounted: true },
      ),
    ),
  )
  return pages
    .flatMap(({ items }) => items)
    .sort((one, other) => other.sequence - one.sequence)
    .slice(0, MOST_SHOWN)
    .map((event) => {
      const { id, at, text, quote } = describeEvent(event)
      return { id, at, text, quote }
    })
}
