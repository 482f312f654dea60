/** Settings: the workspace, how to connect a client, who is who. */
import type { SettingsView } from '../../../preload/contract.ts'
import type { Configuration } from '../../model/configuration.ts'
import type { Gate } from '../../model/definition.ts'
import { ownOf } from '../../model/json.ts'
import { quoteWord } from '../../workflow/wording/quote.ts'
import { stateTitle, transitionTitle } from '../../workflow/wording/sentence.ts'
import { writeCommand, writeSnippets } from '../clients/connect-snippets.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { Handlers } from '../dispatch.ts'
import { describeGate } from '../rules/declared-rules.ts'
import { viewConfiguration } from './configuration-view.ts'

export function createSettingsHandlers(
  options: DeskOptions,
): Pick<Handlers, 'settings.get' | 'machine.check'> {
  const { gateway, mcp, clientTokens, pipe, workspace, workspaces, licences } = options
  return {
    'machine.check': async () => await options.checkMachine(),
    async 'settings.get'(session): Promise<SettingsView> {
      const { path, files, people, clients, approvals } = gateway.configuration()
      const { disk } = gateway.live.status()
      const { name } = session.principal()
      const declared = Object.entries(people).map(([person, { roles, permissions }]) => ({
        name: person,
        roles,
        permissions,
        you: person === name,
        declared: true,
      }))
      const you = declared.some((person) => person.you)
        ? []
        : [{ name, roles: [], permissions: [], you: true, declared: false }]
      const tokens = new Map(clientTokens.issued().map(({ name: client, since }) => [client, { since }]))
      return {
        workspace: {
          name: workspace.name,
          configuration: path,
          files,
          dataFolder: gateway.dataFolder,
          sample: workspace.sample,
          program: writeCommand(workspaces.program, process.platform),
          accepted: viewConfiguration(gateway),
        },
        connect: {
          mcpUrl: mcp.url(),
          tokenFile: mcp.tokenFile,
          snippets: writeSnippets({
            url: mcp.url(),
            tokenFile: mcp.tokenFile,
            pipe,
            platform: process.platform,
          }),
        },
        people: [...you, ...declared],
        clients: Object.entries(clients).map(([client, { roles, permissions, tags, sees }]) => ({
          name: client,
          roles,
          permissions,
          tags: tags ?? null,
          sees,
          token: tokens.get(client) ?? null,
        })),
        approvals: {
          timeoutMs: approvals.timeoutMs,
          holdMs: approvals.holdMs,
          undoMs: approvals.undoMs,
          queues: Object.entries(approvals.queues).map(([queue, { role, permission }]) => ({
            name: queue,
            role: role ?? null,
            permission: permission ?? null,
          })),
          gates: listGates(gateway.configuration()),
        },
        problems: [...(disk.kind === 'invalid' ? disk.problems : []), ...gateway.problems()].map(
          ({ severity, file, line, column, message }) => ({ severity, file, line, column, message }),
        ),
        licences,
      }
    },
  }
}

type GateView = SettingsView['approvals']['gates'][number]

type GateSources = Pick<
  Configuration,
  'connections' | 'imports' | 'capabilities' | 'gated' | 'workflows' | 'approvals'
>

/** Every gate that the configuration declares, in the order in which they are written, those of connections first. */
function listGates(configuration: GateSources): GateView[] {
  const { connections, imports, capabilities, gated = [], workflows, approvals } = configuration
  const view = (holds: string, place: string, gates: readonly Gate[]): GateView[] =>
    gates.map((gate) => ({
      holds,
      place,
      people: gate.quorum,
      text: describeGate(gate, approvals.queues),
    }))
  const titleOf = (name: string) => ownOf(connections, name)?.title ?? name
  const given = (gate: Gate | undefined): Gate[] => (gate === undefined ? [] : [gate])
  return [
    ...Object.values(connections).flatMap(({ name, gate }) =>
      view(titleOf(name), `connections.${name}.approval`, given(gate)),
    ),
    ...imports.flatMap((rule, place) => [
      ...view(titleOf(rule.connection), `proxy.import[${place}].approval`, given(rule.gate)),
      ...Object.entries(rule.toolGates ?? {}).flatMap(([tool, gate]) =>
        view(
          `${titleOf(rule.connection)}: ${quoteWord(tool)}`,
          `proxy.import[${place}].toolApproval: ${quoteWord(tool)}`,
          given(gate ?? undefined),
        ),
      ),
    ]),
    ...[...capabilities, ...gated].flatMap(({ id, title, gates = [] }) =>
      view(title, `proxy.expose: ${id}`, gates),
    ),
    ...Object.values(workflows).flatMap((workflow) =>
      Object.entries(workflow.states).flatMap(([state, { transitions }]) =>
        Object.entries(transitions).flatMap(([name, transition]) =>
          view(
            `${workflow.title}: ${stateTitle(workflow, state)} → ${transitionTitle(transition, name)}`,
            `workflows.${workflow.id}.states.${state}.transitions.${name}.approval`,
            transition.gates ?? [],
          ),
        ),
      ),
    ),
  ]
}
