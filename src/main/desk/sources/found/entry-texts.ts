/**
 * The strings of a client's entry as the configuration will have them: what the client fills in is a variable or a
 * value that a person gives, and what is secret stays out of the text. Pure.
 */
import type { ServerInput } from '../../../../preload/contract.ts'
import type { JsonValue } from '../../../model/json.ts'
import { isJsonObject } from '../../../model/json.ts'
import { quoteName } from '../../../workflow/wording/quote.ts'
import { isPlaceholder, isSecretName, secretParts } from '../../../workflow/wording/secret-values.ts'
import { type ClientPiece, type Dialect, escapeText, piecesOf } from './client-variables.ts'
import { freeName } from './names.ts'

export interface EntryContext {
  dialect: Dialect
  /** What VS Code's file declares under `inputs`. */
  inputs: unknown
  /** Of the gateway: what is set there can be taken from there. Null: not by this file, which is not trusted. */
  environment: Readonly<Record<string, string | undefined>> | null
  /** Of the person, and not of a project's folder. */
  isOwnFile: boolean
  platform: NodeJS.Platform
  home: string
  /** Of the project that the file belongs to. */
  folder: string | null
}

export interface EntryTexts {
  /** `name`: of the variable, header or option; null: nothing names it. */
  write(text: string, place: ServerInput['place'], name: string | null): string
  /** A value that the client keeps elsewhere, or takes from the environment. */
  writeVariable(name: string, place: ServerInput['place']): string
  inputs(): ServerInput[]
  /** Secret values of the file, by the name of their input. */
  kept(): Map<string, string>
  notes(): string[]
}

export function createEntryTexts(context: EntryContext): EntryTexts {
  const inputs = new Map<string, ServerInput>()
  const kept = new Map<string, string>()
  const notes = new Set<string>()
  const { dialect, environment } = context
  const variable = (name: string): string | undefined =>
    environment !== null && Object.hasOwn(environment, name) ? environment[name] : undefined

  function ask(input: ServerInput): string {
    if (!inputs.has(input.name)) inputs.set(input.name, input)
    return placeholder(input.name)
  }

  /** Whoever writes a project's file could hide in it what runs. */
  const hidesNothing = (place: ServerInput['place']) => !context.isOwnFile && place === 'argument'

  function writeVariable(name: string, place: ServerInput['place']): string {
    const value = variable(name)
    if (value !== undefined && value !== '' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return `\${${name}}`
    const description =
      environment === null
        ? `The file wants the variable ${quoteName(name)} of this computer. It gets what you write here.`
        : `The variable ${quoteName(name)}, which is not set for Countersign.`
    return ask({ ...INPUT, name: inputName(name), place, description, isSecret: isSecretName(name) })
  }

  function writePiece(
    piece: ClientPiece,
    place: ServerInput['place'],
    name: string | null,
    isAlone: boolean,
  ): string {
    switch (piece.kind) {
      case 'text':
        return writeText(piece.text, place, name, !isAlone)
      case 'variable': {
        const isSet = (variable(piece.name) ?? '') !== ''
        if (!isSet && piece.otherwise !== null) return writeText(piece.otherwise, place, name, false)
        return writeVariable(piece.name, place)
      }
      case 'input':
        return ask({ ...declaredInput(context.inputs, piece.id), place })
      case 'folder': {
        if (context.folder !== null) return escapeText(context.folder)
        const description = 'The folder of the project that the client has open.'
        return ask({ ...INPUT, name: 'workspaceFolder', place, description })
      }
      case 'home':
        return escapeText(context.home)
      case 'separator':
        return context.platform === 'win32' ? '\\' : '/'
      case 'unknown':
        notes.add(`${quoteName(piece.text)} is filled in by the client alone. Here it stands as it is.`)
        return escapeText(piece.text)
    }
  }

  function writeText(
    text: string,
    place: ServerInput['place'],
    name: string | null,
    isFragment: boolean,
  ): string {
    let written = ''
    let end = 0
    for (const part of hidesNothing(place) ? [] : secretParts(name, text, isFragment)) {
      const value = text.slice(part.start, part.end)
      const isMissing = isPlaceholder(value)
      const others = { has: (taken: string) => inputs.has(taken) && kept.get(taken) !== value }
      const free = freeName(inputName(name ?? place), others)
      if (!isMissing) kept.set(free, value)
      const description = isMissing ? 'The file has no value for it yet.' : null
      written += escapeText(text.slice(end, part.start))
      written += ask({ ...INPUT, name: free, place, description, isSecret: true })
      end = part.end
    }
    return written + escapeText(text.slice(end))
  }

  return {
    write: (text, place, name) =>
      piecesOf(text, dialect)
        .map((piece, _, { length }) => writePiece(piece, place, name, length === 1))
        .join(''),
    writeVariable,
    inputs: () => [...inputs.values()],
    kept: () => kept,
    notes: () => [...notes],
  }
}

const INPUT: ServerInput = {
  name: '',
  place: 'variable',
  description: null,
  isRequired: true,
  isSecret: false,
  standard: null,
  choices: null,
}

function placeholder(name: string): string {
  return `\${input:${name}}`
}

/** Nothing in it can end the place that names it. */
function inputName(name: string): string {
  const plain = name.replace(/[${}\s\p{C}]+/gu, '-').slice(0, 64)
  return plain === '' ? 'value' : plain
}

/** As VS Code asks for it; one that is not declared is asked for by its name. */
function declaredInput(declared: unknown, id: string): ServerInput {
  const all: unknown[] = Array.isArray(declared) ? declared : []
  const found = all.find((each) => isJsonObject(each) && each.id === id)
  const base = { ...INPUT, name: inputName(id) }
  if (!isJsonObject(found)) return { ...base, isSecret: isSecretName(id) }
  const { description, default: standard, password, options } = found
  // What a file says is no secret, and must not be hidden as one.
  const isSecret = password === true || isSecretName(id)
  return {
    ...base,
    description: typeof description === 'string' ? description : null,
    isSecret,
    standard: !isSecret && typeof standard === 'string' && standard !== '' ? standard : null,
    choices: Array.isArray(options) ? options.flatMap(readOption) : null,
  }
}

function readOption(option: JsonValue): string[] {
  const value = isJsonObject(option) ? option.value : option
  return typeof value === 'string' ? [value] : []
}
