/**
 * What a registry says of a server as servers that can be added: the exact version, and everything else literally, so that
 * whoever examines it sees what it would do. Pure.
 */
import type { RegistryWay, ServerCandidate, ServerDraft, ServerInput } from '../../../../preload/contract.ts'
import { type JsonObject, ownOf } from '../../../model/json.ts'
import { quoteName } from '../../../workflow/wording/quote.ts'
import { escapeText } from '../found/client-variables.ts'
import { freeName, serverName } from '../found/names.ts'
import type {
  ListedServer,
  NamedValue,
  ServerArgument,
  ServerPackage,
  ServerRemote,
  ValueField,
} from './server-json.ts'

/** How a kind of package is run, one object a kind. */
interface Runner {
  command: string
  /** Others that take the same words. */
  others: readonly string[]
  /** What it may be asked to run: a name of this registry with its version, never an address or another name. */
  spec: RegExp
  /** As a version is written that stands for one thing only. */
  version: RegExp
  /** Where packages come from when nothing is said. */
  home: RegExp
  /** How another place is named to the command. */
  from: string | null
  args(given: RunnerInput): string[]
}

interface RunnerInput {
  spec: string
  runtime: string[]
  own: string[]
  variables: string[]
}

/** `1.x` is many. */
const VERSION = /^(?!.*\.[xX]$)v?(?:\d+!)?\d+\.\d[\w.+-]*$/

const RUNNERS: Readonly<Record<string, Runner>> = {
  npm: {
    command: 'npx',
    others: ['bunx', 'pnpx'],
    spec: /^(?:@[\w~-][\w.~-]*\/)?[\w~][\w.~-]*@[^@]*$/,
    version: /^v?\d+\.\d+\.\d+(?:[-+][\w.+-]*)?$/,
    home: /^https:\/\/registry\.npmjs\.org\/?$/,
    from: '--registry',
    args: ({ spec, runtime, own }) => [...(runtime.includes('-y') ? [] : ['-y']), ...runtime, spec, ...own],
  },
  pypi: {
    command: 'uvx',
    others: ['pipx'],
    spec: /^[A-Za-z0-9][\w.-]*(?:\[[\w,.-]+\])?==[^=]*$/,
    version: VERSION,
    home: /^https:\/\/pypi\.org(?:\/simple)?\/?$/,
    from: '--index-url',
    args: ({ spec, runtime, own }) => [...runtime, spec, ...own],
  },
  oci: {
    command: 'docker',
    others: ['podman'],
    spec: /^(?:[A-Za-z0-9][\w.-]*(?::\d+)?\/)?[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*(?::[\w.-]+)?(?:@sha256:[0-9a-f]{64})?$/,
    version: new RegExp(`${VERSION.source}|^sha256:[0-9a-f]{64}$`),
    home: /^https:\/\/(?:[\w-]+\.)*[\w-]+(?::\d+)?\/?$/,
    from: null,
    args: ({ spec, runtime, own, variables }) => [
      ...['run', '-i', '--rm'],
      ...variables.flatMap((name) => ['-e', name]),
      ...runtime,
      spec,
      ...own,
    ],
  },
  nuget: {
    command: 'dnx',
    others: [],
    spec: /^[A-Za-z0-9_][\w.-]*@[^@]*$/,
    version: VERSION,
    home: /^https:\/\/api\.nuget\.org(?:\/v3(?:\/index\.json)?)?\/?$/,
    from: '--source',
    args: ({ spec, runtime, own }) => [
      spec,
      ...(runtime.includes('--yes') ? [] : ['--yes']),
      ...runtime,
      ...(own.length > 0 ? ['--', ...own] : []),
    ],
  },
}

export function waysOf(
  { server, packages, remotes }: ListedServer,
  origin: Extract<ServerCandidate['origin'], { kind: 'registry' }>,
  taken: ReadonlySet<string>,
  /** The id of what this connection is a candidate of. */
  identify: (connection: JsonObject) => string,
): RegistryWay[] {
  const name = freeName(serverName(server.name.split('/').at(-1) ?? ''), taken)
  const candidateOf = (connection: JsonObject, inputs: ServerInput[]): ServerCandidate => {
    const draft: ServerDraft = { name, connection, tools: { prefix: name, ask: 'always' } }
    return { id: identify(connection), draft, origin, inputs }
  }
  return [
    ...packages.map((each) => packageWay(each, candidateOf)),
    ...remotes.map((each) => remoteWay(each, candidateOf)),
  ]
}

type CandidateOf = (connection: JsonObject, inputs: ServerInput[]) => ServerCandidate

function packageWay(given: ServerPackage, candidateOf: CandidateOf): RegistryWay {
  const image = /@(sha256:[0-9a-f]{64})$/i.exec(given.identifier)
  const tagged = /:([^/:@]+)$/.exec(given.identifier.replace(/@.*$/, ''))
  const isImage = given.type === 'oci'
  const version = isImage ? (image?.[1] ?? tagged?.[1] ?? given.version) : given.version
  const way: RegistryWay = {
    kind: given.type,
    identifier: given.identifier,
    version: version ?? null,
    digest: image?.[1] ?? (given.sha256 === null ? null : `sha256:${given.sha256}`),
    notes: [],
    candidate: null,
    problem: null,
  }
  const runner = ownOf(RUNNERS, given.type)
  if (given.type === 'mcpb')
    return { ...way, problem: 'It is a bundle to be downloaded and opened, which is not supported.' }
  if (runner === undefined)
    return { ...way, problem: `Packages of this kind are not supported: ${quoteName(given.type)}.` }
  if (given.identifier === '') return { ...way, problem: 'It names no package.' }
  if (version === null || !runner.version.test(version))
    return { ...way, problem: 'It names no exact version, so it could be another one each time.' }
  const spec = specOf(given)
  if (!runner.spec.test(spec))
    return { ...way, problem: `It names no package in the way of its kind: ${quoteName(spec)}.` }
  const runtime = given.runtime ?? runner.command
  if (runtime !== runner.command && !runner.others.includes(runtime))
    return { ...way, problem: `It is to be run by ${quoteName(runtime)}, which is no way to run its kind.` }
  const stray = given.runtimeArguments.find((argument) => isStray(argument, isImage))
  if (stray !== undefined) {
    const said = stray.name ?? stray.value ?? stray.standard ?? stray.hint ?? ''
    return {
      ...way,
      problem: `It puts ${quoteName(said)} before its package, which could run something else.`,
    }
  }
  if (given.transport !== 'stdio')
    return { ...way, problem: 'It starts a web server of its own, which is not supported.' }

  const asked = createAsked()
  const home = given.baseUrl
  const isElsewhere = home !== null && !runner.home.test(home)
  const from = isElsewhere && runner.from !== null ? [runner.from, escapeText(home)] : []
  const connection: JsonObject = {
    kind: 'mcp',
    command: runtime,
    args: runner.args({
      spec,
      runtime: [...from, ...asked.argumentsOf(given.runtimeArguments)],
      own: asked.argumentsOf(given.packageArguments),
      variables: given.variables.map(({ name }) => name),
    }),
    ...withEntries('env', asked.named(given.variables, 'variable')),
  }
  const notes = [
    ...(runtime !== runner.command
      ? [`The registry says that ${quoteName(runtime)} runs it, and not ${runner.command}.`]
      : []),
    ...(isImage && image === null
      ? ['Its tag can be given to another image later; only a digest cannot.']
      : []),
    ...(!isImage && given.sha256 !== null ? [`${runner.command} does not compare this checksum.`] : []),
    ...(given.runtimeArguments.concat(given.packageArguments).some(({ isRepeated }) => isRepeated)
      ? ['It takes one of its arguments several times. Add more in the form.']
      : []),
  ]
  return { ...way, notes, candidate: candidateOf(connection, asked.inputs()) }
}

/** Before a package only switches stand: what follows one that takes no value is taken for the package. */
function isStray({ name, value, standard, isBare }: ServerArgument, isImage: boolean): boolean {
  if (name !== null) return !isImage && !isBare
  return !(value ?? standard ?? '').startsWith('-')
}

function specOf({ type, identifier, version, baseUrl }: ServerPackage): string {
  if (type === 'pypi') return `${identifier}==${version}`
  if (type !== 'oci') return `${identifier}@${version}`
  // An image without a host comes from Docker Hub.
  const host = baseUrl !== null && URL.canParse(baseUrl) ? new URL(baseUrl).host : ''
  const hasHost = /^[^/]*[.:][^/]*\//.test(identifier) || identifier.startsWith('localhost/')
  const image = hasHost || host === '' || host === 'docker.io' ? identifier : `${host}/${identifier}`
  return /@sha256:|:[^/]+$/.test(image) ? image : `${image}:${version}`
}

function remoteWay(given: ServerRemote, candidateOf: CandidateOf): RegistryWay {
  const way: RegistryWay = {
    kind: 'remote',
    identifier: given.url,
    version: null,
    digest: null,
    notes: [],
    candidate: null,
    problem: null,
  }
  if (!/^https?:\/\//i.test(given.url))
    return { ...way, problem: 'It has no address that begins with https:// or http://.' }
  const asked = createAsked()
  const connection: JsonObject = {
    kind: 'mcp',
    url: asked.textOf({ ...FIXED, value: given.url, variables: given.variables }, 'url', 'address'),
    ...withEntries('headers', asked.named(given.headers, 'header')),
  }
  const isOld = given.type === 'sse'
  return {
    ...way,
    notes: isOld
      ? ['It is reached in the older way (SSE). Countersign uses Streamable HTTP: it may not answer.']
      : [],
    candidate: candidateOf(connection, asked.inputs()),
  }
}

const FIXED: ValueField = {
  value: '',
  description: null,
  isRequired: true,
  isSecret: false,
  standard: null,
  choices: null,
  variables: {},
}

function withEntries(key: string, entries: Record<string, string>): JsonObject {
  return Object.keys(entries).length === 0 ? {} : { [key]: entries }
}

/** What a person is asked for, in the order in which it stands there. */
function createAsked() {
  const inputs = new Map<string, ServerInput>()

  function ask(field: ValueField, name: string, place: ServerInput['place']): string {
    const plain = name.replace(/[${}\p{C}]+/gu, '-').slice(0, 64)
    const free = freeName(plain === '' ? 'value' : plain, new Set(inputs.keys()))
    const { description, isRequired } = field
    // What a registry gives is no secret, and must neither be hidden as one nor take a variable of this computer.
    const choices = field.choices?.map(escapeText) ?? null
    const isSecret = field.isSecret && choices === null
    const standard = isSecret || field.standard === null ? null : escapeText(field.standard)
    inputs.set(free, { name: free, place, description, isRequired, isSecret, standard, choices })
    return `\${input:${free}}`
  }

  /** `option`: in front of it; what is left out together bears its name. */
  function textOf(field: ValueField, name: string, place: ServerInput['place'], option = ''): string {
    if (field.value === null) return ask(field, name, place)
    const known = new Map<string, string>()
    let written = ''
    let end = 0
    for (const match of field.value.matchAll(/\{([^{}]+)\}/g)) {
      const variable = match[1] ?? ''
      const declared = ownOf(field.variables, variable)
      if (declared === undefined) continue
      written += escapeText(field.value.slice(end, match.index))
      const text =
        known.get(variable) ??
        (declared.value === null
          ? ask({ ...declared, isSecret: declared.isSecret || field.isSecret }, option + variable, place)
          : escapeText(declared.value))
      known.set(variable, text)
      written += text
      end = match.index + match[0].length
    }
    return written + escapeText(field.value.slice(end))
  }

  return {
    inputs: () => [...inputs.values()],
    textOf,
    named: (fields: readonly NamedValue[], place: 'variable' | 'header') =>
      Object.fromEntries(fields.map((field) => [field.name, textOf(field, field.name, place)])),
    argumentsOf: (given: readonly ServerArgument[]): string[] =>
      given.flatMap((argument) => {
        const { name, hint, isBare } = argument
        if (name === null) return [textOf(argument, hint ?? 'argument', 'argument')]
        if (isBare) return [escapeText(name)]
        return [escapeText(name), textOf(argument, name, 'argument', `${name} `)]
      }),
  }
}
