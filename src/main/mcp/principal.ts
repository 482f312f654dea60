/**
 * Makes the principal of an MCP call. It is always an agent: nothing that comes over MCP can be a person (R1.1).
 * Rights come from the token's declaration, the label gives none (R1.2). May import: model.
 */
import { type ClientDeclaration, declarationOf, declaredClient } from '../model/configuration.ts'
import { type AgentPrincipal, LOCAL_CLIENT } from '../model/principal.ts'

const LEAST: ClientDeclaration = { roles: [], permissions: [], sees: 'own' }

/** A client that was taken out of the configuration keeps its runs but sees nothing and may do nothing. */
const WITHDRAWN: ClientDeclaration = { ...LEAST, tags: [] }

/** `clients` is the configuration in force now: rights are live (R2.4). */
export function createAgentPrincipal(
  client: string,
  label: string | null,
  clients: Record<string, ClientDeclaration>,
  connection: string | null = null,
  declarations: Record<string, string> = {},
): AgentPrincipal {
  const name = shownName(client, label, clients)
  const rights = declaredClient(client, clients) ?? (client === LOCAL_CLIENT ? LEAST : WITHDRAWN)
  const declared = declarationOf(client, declarations)
  return {
    kind: 'agent',
    id: `agent:${name}`,
    client,
    label: name,
    connection,
    roles: [...rights.roles],
    permissions: [...rights.permissions],
    tags: rights.tags ? [...rights.tags] : null,
    sees: rights.sees,
    ...(declared === undefined ? {} : { declared }),
  }
}

/**
 * What people read as the name of a client. Only a token proves a name that the configuration declares: whoever else
 * takes it, or one that cannot be told from it, is said to say so (R1.9).
 */
export function shownName(
  client: string,
  label: string | null,
  clients: Record<string, ClientDeclaration>,
): string {
  const said = cleanLabel(label)
  if (said === null) return client
  const drawn = drawnAs(said)
  const isTaken = drawnNames(clients).some(
    ([name, itself]) => name !== LOCAL_CLIENT && name !== client && itself === drawn,
  )
  return isTaken && drawn !== drawnAs(client) ? `says it is ‘${said.replace(/[‘’]/g, "'")}’` : said
}

/** Nobody changes what a configuration declares: its names are drawn once, where every call asks twice. */
const known = new WeakMap<Record<string, ClientDeclaration>, [name: string, drawn: string][]>()

function drawnNames(clients: Record<string, ClientDeclaration>): [name: string, drawn: string][] {
  const found = known.get(clients) ?? Object.keys(clients).map((name) => [name, drawnAs(name)])
  known.set(clients, found)
  return found
}

/** Letters of other alphabets, and signs, that are drawn like those of the row below. */
const TWINS = [...'асеорхуіѕјһԁԛԝѵӏɩмктвнοανρυικτɑɡᴄᴏᴠᴡᴢꜱſ01|']
const DRAWN = [...'aceopxyisjhdqwvllmktbhoavpuiktagcovwzsfoll']
const LETTERS = new Map(TWINS.map((twin, index) => [twin, DRAWN[index] ?? twin]))

/** The same for two names that nobody can tell apart: without case, blanks, signs and accents. */
function drawnAs(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase()
  return [...plain.replace(/[^\p{L}\p{N}|]/gu, '')]
    .map((letter) => LETTERS.get(letter) ?? letter)
    .join('')
    .replaceAll('i', 'l')
}

/** A label is shown to people: one line, printable, at most 60 characters. */
export function cleanLabel(label: string | null): string | null {
  const clean = (label ?? '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 60)
  return clean === '' ? null : clean
}
