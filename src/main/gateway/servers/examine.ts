/** What is known of a server before anything of it starts: what a person has to see before they try it. */
import { dirname } from 'node:path'
import { findSandbox } from '../../connections/transports/sandbox.ts'
import type { Sandbox } from '../../model/configuration.ts'
import type { ServerExamination, ServerHazard, ServerVariable } from '../../model/server-examination.ts'
import {
  isSurelySecret,
  looksSecret,
  MASK,
  maskKeys,
  secretArguments,
} from '../../workflow/wording/key-like.ts'
import { secretsIn } from '../configuration/document-values.ts'
import { chooseSandbox } from './choose-sandbox.ts'
import { readCommand } from './command-words.ts'
import { type DeclaredServer, findHazards } from './hazards.ts'
import { findNeeds } from './needs.ts'
import { type DraftReader, readDraft } from './read-draft.ts'
import { readServer } from './read-server.ts'
import type { ServerDraft } from './server-edits.ts'
import { sayTouches } from './touches.ts'
import { sayTarget, whatRuns } from './written-keys.ts'

export interface ExaminationParts extends DraftReader {
  /** Fills in `${…}`; what cannot be filled in stays. */
  fill(text: string): string
  storedSecrets(): Promise<string[]>
  /** Of secrets that are not stored yet. */
  values: Readonly<Record<string, string>>
}

export async function examineDraft(
  draft: ServerDraft,
  isTrusted: boolean,
  parts: ExaminationParts,
): Promise<ServerExamination> {
  const { connection } = draft
  const server = readServer(connection)
  const { problems, warnings } = await readDraft(draft, null, parts)
  const stored = await parts.storedSecrets()
  const named = secretsIn(connection)
  const variables = [
    ...Object.entries(server.env).map((entry) => describeVariable('variable', entry, stored)),
    ...Object.entries(server.headers).map((entry) => describeVariable('header', entry, stored)),
  ]
  const { command, args } = server
  const words = command === null ? null : readCommand(command, args)
  const keys = secretArguments(args, whatRuns(server)).map(({ index, name, isNamed }) => ({
    ...{ name, place: 'argument' as const, index, value: MASK, secrets: [] },
    ...{ looksSecret: true, isSurelySecret: isNamed },
  }))
  const workspace = dirname(parts.path())
  const { workingDirectory } = connection
  const filled = command === null ? '' : parts.fill(command)
  return {
    kind: connection.kind === 'cli' || connection.kind === 'rest' ? connection.kind : 'mcp',
    target: sayTarget(server),
    folder: typeof workingDirectory === 'string' ? workingDirectory : null,
    problems,
    variables: [...variables, ...keys],
    touches: [...sayTouches(server, named), ...warnings],
    hazards: judge(server, isTrusted, parts.values),
    needs:
      command === null
        ? []
        : await findNeeds(filled, args.map(parts.fill), {
            path: server.env.PATH ?? process.env.PATH,
            folders: connection.kind === 'cli' ? [`${workspace}/programs`] : [],
            workingDirectory: workspace,
          }),
    sandbox:
      words === null
        ? null
        : chooseSandbox(words, await possibleLocks(), usesNetwork(server, [...variables, ...keys], named)),
  }
}

/** What shows, and what a secret value does in its place, which is named by its rule and not shown. */
function judge(
  server: DeclaredServer,
  isTrusted: boolean,
  values: Readonly<Record<string, string>>,
): ServerHazard[] {
  const seen = findHazards(server, isTrusted).map((each) => ({ ...each, literal: maskKeys(each.literal) }))
  const fill = (text: string) =>
    text.replace(/\$\{secret:([^{}]*)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
    )
  const filled = {
    ...server,
    command: server.command === null ? null : fill(server.command),
    args: server.args.map(fill),
  }
  const texts = new Set(seen.map(({ text }) => text))
  const hidden = findHazards(filled, isTrusted).filter(({ text }) => !texts.has(text))
  return [...seen, ...hidden.map((hazard) => ({ ...hazard, literal: MASK }))]
}

/** Whoever is given a key or an address will want to use them. */
function usesNetwork(
  { args }: DeclaredServer,
  variables: readonly ServerVariable[],
  secrets: string[],
): boolean {
  return (
    secrets.length > 0 ||
    variables.some(({ looksSecret, value }) => looksSecret || /^(https?|wss?):/i.test(value)) ||
    args.some((word) => /(https?|wss?|postgres(ql)?|mysql|redis|mongodb(\+srv)?):\/\//i.test(word))
  )
}

async function possibleLocks(): Promise<Sandbox['mode'][]> {
  const modes = ['noNetwork', 'readOnly'] as const
  const found = await Promise.all(modes.map((mode) => findSandbox({ mode, ifAvailable: false })))
  return modes.filter((_, index) => found[index]?.ok === true)
}

function describeVariable(
  place: ServerVariable['place'],
  [name, value]: [string, string],
  stored: readonly string[],
): ServerVariable {
  const isSecret = looksSecret(name, value)
  const isSure = isSurelySecret(name, value)
  return {
    name,
    place,
    value: isSure ? MASK : maskKeys(value),
    secrets: secretsIn(value).map((secret) => ({ name: secret, isStored: stored.includes(secret) })),
    looksSecret: isSecret,
    isSurelySecret: isSure,
  }
}
