/** The catalog: what people and models find in it. */
import type { CatalogDetail, CatalogItem } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { Configuration } from '../../model/configuration.ts'
import type { Definition, Transition } from '../../model/definition.ts'
import { lackingNote } from '../../workflow/call-ahead.ts'
import { connectionOf, executorsIn } from '../../workflow/executors/executors.ts'
import { declaredCall } from '../../workflow/executors/wording.ts'
import { subjectOf } from '../../workflow/items/items.ts'
import { proxyDefinition } from '../../workflow/proxy.ts'
import { quoteName } from '../../workflow/wording/quote.ts'
import { transitionTitle } from '../../workflow/wording/sentence.ts'
import { labelledByKeys } from '../../workflow/wording/server-words.ts'
import type { HandlersOf } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import { describeGuards, describeRules, gatesNow } from '../rules/declared-rules.ts'
import { drawDiagram } from '../runs/diagram.ts'
import { countTokens } from '../settings/count-tokens.ts'
import { describeEntry } from './catalog-item.ts'
import { viewConnections } from './connection-view.ts'

export function createCatalogHandlers({ gateway }: { gateway: Gateway }): HandlersOf<'catalog'> {
  return {
    async 'catalog.list'(_session, { text = '', kind }) {
      const usage = await gateway.store.usage()
      const found = gateway.discovery.entries().map((entry) => describeEntry(entry, usage))
      return [...found, ...(await listBlocked(gateway))]
        .filter((item) => kind === undefined || item.kind === kind)
        .filter((item) => mentions(item, text))
    },
    async 'catalog.item'(session, { id }): Promise<CatalogDetail> {
      const entry = gateway.discovery.entry(id)
      if (entry === null) {
        const blocked = (await listBlocked(gateway)).find((item) => item.id === id)
        if (blocked === undefined) throw new DeskFault('NOT_FOUND', `The catalog has no item ‘${id}’.`)
        const nothing = { inputSchema: null, seenByModel: null, tokens: 0, diagram: null }
        return { ...blocked, ...nothing, start: [], transitions: [] }
      }
      const { workflow, capability } = entry
      const { answer } = await gateway.discovery.describe(session.principal(), id)
      return {
        ...describeEntry(entry, await gateway.store.usage()),
        inputSchema: (capability && labelledByKeys(capability).inputSchema) ?? entry.inputSchema ?? null,
        seenByModel: answer,
        tokens: countTokens(JSON.stringify(answer)),
        diagram: workflow === undefined ? null : drawDiagram(workflow, null, [], gatesNow(gateway)),
        start: describeGuards(workflow?.guards ?? []),
        transitions: [
          ...(workflow === undefined ? [] : listTransitions(workflow, gateway)),
          ...(capability === undefined ? [] : listTransitions(proxyDefinition(capability), gateway)),
        ],
      }
    },
  }
}

/** What it calls cannot be reached, because a person has switched it off. */
function sayDisabled({ executor }: Transition, connections: Configuration['connections']): string[] {
  const names = executor === undefined ? [] : executorsIn(executor).map(connectionOf)
  return [...new Set(names)]
    .filter((name) => name !== null && connections[name]?.disabled === true)
    .map((name) => `The server ‘${name}’ is disabled: this fails until somebody enables it.`)
}

function mentions({ id, title, description, tags, aliases }: CatalogItem, text: string): boolean {
  const shown = [id, title, description, ...tags, ...aliases].join('\n').toLowerCase()
  return shown.includes(text.trim().toLowerCase())
}

function listTransitions(
  definition: Definition,
  gateway: Pick<Gateway, 'configuration' | 'discovery' | 'catalog'>,
): CatalogDetail['transitions'] {
  const gates = gatesNow(gateway)
  const { connections } = gateway.configuration()
  return Object.entries(definition.states).flatMap(([state, { transitions }]) =>
    Object.entries(transitions).map(([name, transition]) => ({
      state,
      name,
      title: transitionTitle(transition, name),
      actor: transition.actor,
      call: declaredCall(transition.executor),
      rules: [
        ...describeRules(transition, gates),
        ...sayDisabled(transition, connections),
        ...[lackingNote(transition.executor, gateway.catalog)].filter((note) => note !== null),
      ],
    })),
  )
}

/** Imported tools that left the catalog because their servers describe them otherwise (R5.3). */
type CatalogSources = Pick<
  Gateway,
  | 'connections'
  | 'catalog'
  | 'configuration'
  | 'store'
  | 'discovery'
  | 'breakers'
  | 'importWarnings'
  | 'servers'
>

/** One entry for each capability that a tool was, or would be, imported as. */
async function listBlocked(gateway: CatalogSources): Promise<CatalogItem[]> {
  const items: CatalogItem[] = []
  for (const { name, changed } of await viewConnections(gateway)) {
    for (const { tool, isNew, answer, approvalId } of changed) {
      if (approvalId === null) continue
      const asked = await gateway.store.approval(approvalId)
      const uses = asked === null ? [] : subjectOf(asked).uses
      const what = isNew ? 'is new at its server' : 'is described otherwise by its server than before'
      const because =
        answer === 'waiting'
          ? `${quoteName(tool)} ${what}. Agents cannot find or call it until a person accepts it.`
          : `${quoteName(tool)} ${what}, and a person has refused it. Agents cannot find or call it.`
      for (const id of Array.isArray(uses) ? uses : []) {
        if (typeof id !== 'string' || gateway.discovery.entry(id) !== null) continue
        items.push({
          id,
          kind: 'capability',
          title: id,
          description: '',
          tags: [],
          aliases: [],
          source: name,
          used: { count: 0, lastAt: null },
          blocked: { because, approvalId },
        })
      }
    }
  }
  return items
}
