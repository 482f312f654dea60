/** The catalog: what people and models find in it. */
import type { CatalogDetail, CatalogItem } from '../../../preload/contract.ts'
import type { Gateway } from '../../gateway.ts'
import type { Definition } from '../../model/definition.ts'
import { declaredCall } from '../../workflow/executors/wording.ts'
import { proxyDefinition } from '../../workflow/proxy.ts'
import { transitionTitle } from '../../workflow/wording/sentence.ts'
import { labelledByKeys } from '../../workflow/wording/server-words.ts'
import type { Handlers } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import { gatesNow } from '../rules/asked-first.ts'
import { describeRules } from '../rules/declared-rules.ts'
import { drawDiagram } from '../runs/diagram.ts'
import { countTokens } from '../settings/count-tokens.ts'
import { listBlocked } from './blocked-tools.ts'
import { describeEntry } from './catalog-item.ts'

export function createCatalogHandlers({
  gateway,
}: {
  gateway: Gateway
}): Pick<Handlers, 'catalog.list' | 'catalog.item'> {
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
        return { ...blocked, inputSchema: null, seenByModel: null, tokens: 0, diagram: null, transitions: [] }
      }
      const { workflow, capability } = entry
      const { answer } = await gateway.discovery.describe(session.principal(), id)
      return {
        ...describeEntry(entry, await gateway.store.usage()),
        inputSchema: (capability && labelledByKeys(capability).inputSchema) ?? entry.inputSchema ?? null,
        seenByModel: answer,
        tokens: countTokens(JSON.stringify(answer)),
        diagram: workflow === undefined ? null : drawDiagram(workflow, null, [], gatesNow(gateway)),
        transitions: [
          ...(workflow === undefined ? [] : listTransitions(workflow, gateway)),
          ...(capability === undefined ? [] : listTransitions(proxyDefinition(capability), gateway)),
        ],
      }
    },
  }
}

function mentions({ id, title, description, tags, aliases }: CatalogItem, text: string): boolean {
  const shown = [id, title, description, ...tags, ...aliases].join('\n').toLowerCase()
  return shown.includes(text.trim().toLowerCase())
}

function listTransitions(
  definition: Definition,
  gateway: Pick<Gateway, 'configuration' | 'discovery'>,
): CatalogDetail['transitions'] {
  const gates = gatesNow(gateway)
  return Object.entries(definition.states).flatMap(([state, { transitions }]) =>
    Object.entries(transitions).map(([name, transition]) => ({
      state,
      name,
      title: transitionTitle(transition, name),
      actor: transition.actor,
      call: declaredCall(transition.executor),
      rules: describeRules(transition, gates),
    })),
  )
}
