/** What adding servers of clients' files would write: drafts, and the secrets that they name. Pure. */
import type { ImportChoice, ServerDraft } from '../../../../preload/contract.ts'
import { ownOf } from '../../../model/json.ts'
import { fillInputs } from '../../../workflow/wording/fill-inputs.ts'
import { DeskFault } from '../../fault.ts'
import { escapeText } from './client-variables.ts'
import { type FoundEntry, type FoundSource, isDisabled } from './find-servers.ts'
import { freeName, secretName, serverName } from './names.ts'

export interface ImportPlan {
  servers: PlannedServer[]
  secrets: { name: string; value: string }[]
  /** Where each stands, by the file that it comes from. */
  taken: { source: FoundSource; key: string; name: string }[]
}

export interface PlannedServer {
  draft: ServerDraft
  isTrusted: boolean
  /** As a person has chosen; null: what fits. */
  sandbox: SandboxMode | null
}

type SandboxMode = NonNullable<ImportChoice['servers'][number]['sandbox']>

/** @throws DeskFault where a file says something else by now, or a value is missing */
export function planImport(
  sources: readonly FoundSource[],
  choice: ImportChoice,
  /** `unused`: the values of those secrets that nothing names. */
  taken: {
    servers: ReadonlySet<string>
    secrets: ReadonlySet<string>
    unused: ReadonlyMap<string, string | null>
  },
): ImportPlan {
  const plan: ImportPlan = { servers: [], secrets: [], taken: [] }
  const names = new Set(taken.servers)
  const secrets = new Set(taken.secrets)
  const nameOfPrint = new Map<string, string>()
  const on = new Set<string>()
  for (const { file, key, hash, values, sandbox = null } of choice.servers) {
    const source = sources.find(({ id }) => id === file)
    const entry = source?.entries.find((each) => each.key === key)
    if (source === undefined || entry === undefined || entry.hash !== hash) throw changed(key)
    // The same server in two clients is one.
    const known = nameOfPrint.get(entry.print)
    const name = known ?? freeName(serverName(key), names)
    plan.taken.push({ source, key, name })
    if (!isDisabled(entry)) on.add(name)
    if (known !== undefined) continue
    names.add(name)
    nameOfPrint.set(entry.print, name)
    const { draft, stored } = draftOf(entry, name, values, { secrets, unused: taken.unused })
    plan.servers.push({ draft, isTrusted: entry.project === null, sandbox })
    plan.secrets.push(...stored)
  }
  // What every client of it had switched off is not started here either.
  for (const { draft } of plan.servers)
    if (!on.has(draft.name)) draft.connection = { ...draft.connection, enabled: false }
  return plan
}

function draftOf(
  { read, key }: FoundEntry,
  name: string,
  values: Readonly<Record<string, string>>,
  { secrets, unused }: { secrets: Set<string>; unused: ReadonlyMap<string, string | null> },
): { draft: ServerDraft; stored: ImportPlan['secrets'] } {
  if (!read.ok) throw new DeskFault('REJECTED', `The server ‘${name}’ cannot be added. ${read.problem}`)
  const { connection, inputs, kept, tools } = read.reading
  const stored: ImportPlan['secrets'] = []
  const written = new Map<string, string>()
  for (const input of inputs) {
    const given = ownOf(values, input.name)
    const value = given !== undefined && given !== '' ? given : (kept.get(input.name) ?? input.standard ?? '')
    if (value === '') {
      if (input.isRequired)
        throw new DeskFault('INVALID_REQUEST', `The server ‘${name}’ needs a value: ${input.name}.`)
      continue
    }
    if (!input.isSecret) {
      written.set(input.name, escapeText(value))
      continue
    }
    // Where an earlier try was cut off, it has left the secret and nothing that names it.
    const wanted = secretName(name, input.name)
    const secret = unused.get(wanted) === value ? wanted : freeName(wanted, secrets)
    secrets.add(secret)
    stored.push({ name: secret, value })
    written.set(input.name, `\${secret:${secret}}`)
  }
  const filled = fillInputs(connection, (input) => written.get(input) ?? null)
  if (Object.keys(filled).length < 2) throw changed(key)
  return { draft: { name, connection: filled, tools: { prefix: name, ask: 'always', ...tools } }, stored }
}

function changed(key: string): DeskFault {
  return new DeskFault(
    'SEEN_CHANGED',
    `The server ‘${serverName(key)}’ is another in its file by now. Nothing was added; look again.`,
  )
}
