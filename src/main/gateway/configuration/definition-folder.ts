/** The folder `workflows/` beside the configuration: what stands in it, and saving into it (R6.1). */

import { lstat, mkdir, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { isMap, isNode, isSeq, LineCounter, parseDocument, stringify } from 'yaml'
import { WORKFLOWS_FOLDER } from '../../config/read/include.ts'
import { saysAgain } from '../../config/reload/open-runs.ts'
import { isError } from '../../model/configuration.ts'
import type { DefinitionFolder, World } from '../../orchestrator/world.ts'
import type { LiveConfiguration } from './live-configuration.ts'

interface Definitions {
  definitionsIn: World['definitionsIn']
  definitions: Omit<DefinitionFolder, 'approval'>
}

export function keepDefinitions(live: LiveConfiguration): Definitions {
  const folder = () => join(dirname(live.current().path), WORKFLOWS_FOLDER)
  const fileOf = (name: string) => join(folder(), `${name}.yaml`)
  const loadedFiles = () => live.current().files.filter((file) => dirname(file) === folder())
  return {
    async definitionsIn(path) {
      const base = dirname(live.current().path)
      for (const wanted of isAbsolute(path) ? [path] : [resolve(base, path), resolve(folder(), path)]) {
        const real = await realpath(wanted).catch(() => null)
        if (real === null) continue
        for (const file of loadedFiles()) {
          if ((await realpath(file).catch(() => null)) === real) return live.declaredIn(file)
        }
      }
      return null
    },
    definitions: {
      text: (name) => live.texts()[fileOf(name)] ?? null,
      isElsewhere(name) {
        const { workflows } = live.current()
        return Object.hasOwn(workflows, name) && !live.declaredIn(fileOf(name)).includes(name)
      },
      path: (name) => relative(dirname(live.current().path), fileOf(name)),
      write: (name, definition) =>
        stringify({ workflows: { [name]: definition } }, { lineWidth: 110, aliasDuplicateObjects: false }),
      lineOf,
      async check(name, text) {
        const loaded = await live.checkFile(fileOf(name), text)
        const weaker = loaded.difference?.weaker ?? []
        const warnings = loaded.problems.filter(
          ({ severity, file }) => severity === 'warning' && file === fileOf(name),
        )
        const errors = loaded.problems.filter(isError)
        return {
          errors: errors.map(({ at, message }) => (at === '' ? message : `${at}: ${message}`)),
          warnings: warnings.map(({ message, line }) => ({ message, line })),
          weaker,
          again: weaker.filter(saysAgain),
          definition: loaded.configuration?.workflows[name] ?? null,
        }
      },
      async save(name, text, by) {
        const file = fileOf(name)
        await mkdir(folder(), { recursive: true })
        const facts = await lstat(file).catch(() => null)
        const inside =
          (await realpath(folder())) === join(await realpath(dirname(folder())), WORKFLOWS_FOLDER)
        if (!inside || (facts !== null && !facts.isFile()))
          return [`‘${file}’ is a link, or lies behind one. Nothing is written through links.`]
        const saved = await live.saveFile(file, text, by)
        if (saved.ok) return []
        if (saved.unwritten !== undefined) return [saved.unwritten]
        return saved.problems.map(({ at, message }) => `${at}: ${message}`)
      },
    },
  }
}

const lineOf: DefinitionFolder['lineOf'] = (name, text, { state, transition }) => {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter })
  const root = ['workflows', name]
  const step = state === undefined ? null : stepPlace(document.getIn([...root, 'steps']), state)
  const ways = [
    ...(state === undefined || transition === undefined
      ? []
      : [['states', state, 'transitions', transition]]),
    ...(state === undefined ? [] : [['states', state]]),
    ...(step === null ? [] : [['steps', step]]),
    [],
  ]
  for (const way of ways) {
    const node = document.getIn([...root, ...way], true)
    if (!isNode(node) || !node.range) continue
    const { line } = counter.linePos(node.range[0])
    // What a key holds begins on the line after it.
    return isMap(node) && way[0] !== 'steps' ? Math.max(1, line - 1) : line
  }
  return null
}

/** A state of steps has the name of its step. */
function stepPlace(steps: unknown, state: string): number | null {
  if (!isSeq(steps)) return null
  const place = steps.items.findIndex((step) => isMap(step) && step.get('name') === state)
  return place < 0 ? null : place
}
