/** Settings of single tools that people change at the desk, many at once; the YAML stays the truth (R2.8). */
import { dirname, relative } from 'node:path'
import type { Path } from '../../config/read/tree.ts'
import type { FixedTool, ToolChange, ToolRef } from '../../model/tool-change.ts'
import type { Catalog } from '../../runtime/ports.ts'
import type { Discovery } from '../../search/discovery.ts'
import type { DocumentEdit } from '../configuration/configuration-editor.ts'
import { objectsAt } from '../configuration/document-values.ts'
import type { LiveConfiguration } from '../configuration/live-configuration.ts'
import type { WrittenConfiguration } from '../configuration/written.ts'
import type { ItemWordsEditor } from '../search/item-words.ts'
import { changeItem } from './declared-items.ts'
import { changeImported } from './imported-tools.ts'
import type { Outcome, Sources, ToolPiece } from './pieces.ts'
import { foldPieces, pathOf } from './pieces.ts'

export interface ToolEditor {
  /** Every tool is in one of the three lists. What changes stands in one file. */
  plan(tools: readonly ToolRef[], change: ToolChange): Promise<ToolPlan>
}

export interface ToolPlan {
  edits: DocumentEdit[]
  changed: ToolRef[]
  /** These are so already. */
  same: ToolRef[]
  fixed: FixedTool[]
}

interface ToolWish {
  tool: ToolRef
  pieces: ToolPiece[]
}

export function createToolEditor(parts: {
  live: Pick<LiveConfiguration, 'current'>
  written: Pick<WrittenConfiguration, 'document' | 'places'>
  catalog: Pick<Catalog, 'gatesFor'>
  discovery: Pick<Discovery, 'entry' | 'around'>
  words: ItemWordsEditor
}): ToolEditor {
  const { live, written } = parts
  return {
    async plan(tools, change) {
      const configuration = live.current()
      const document = await written.document()
      const sources: Sources = { ...parts, configuration, document }
      const wanted: ToolWish[] = []
      const same: ToolRef[] = []
      const fixed: FixedTool[] = []
      for (const tool of tools) {
        const outcome: Outcome =
          tool.server === null
            ? await changeItem(sources, tool.name, change)
            : changeImported(sources, { server: tool.server, name: tool.name }, change)
        if (outcome.kind === 'fixed') fixed.push({ tool, because: outcome.because })
        else if (outcome.pieces.length === 0) same.push(tool)
        else wanted.push({ tool, pieces: outcome.pieces })
      }
      const inOneFile = await keepOneFile(configuration.path, written, wanted)
      fixed.push(...inOneFile.fixed)
      return {
        edits: foldPieces(
          objectsAt(document, ['proxy', 'import']),
          inOneFile.kept.flatMap(({ pieces }) => pieces),
        ),
        changed: inOneFile.kept.map(({ tool }) => tool),
        same,
        fixed,
      }
    },
  }
}

/** One save writes one file: that of the most tools. */
async function keepOneFile(
  mainFile: string,
  written: Pick<WrittenConfiguration, 'places'>,
  wanted: readonly ToolWish[],
): Promise<{ kept: ToolWish[]; fixed: FixedTool[] }> {
  const places = new Map<string, Path>()
  for (const { pieces } of wanted)
    for (const piece of pieces) places.set(JSON.stringify(pathOf(piece)), pathOf(piece))
  const located = await written.places([...places.values()])
  const fileAt = new Map([...places.keys()].map((key, index) => [key, located[index]?.file ?? mainFile]))
  const fileOf = (piece: ToolPiece) =>
    (piece.kind === 'edit' ? piece.edit.file : undefined) ??
    fileAt.get(JSON.stringify(pathOf(piece))) ??
    mainFile
  const files = wanted.map(({ pieces }) => [...new Set(pieces.map(fileOf))])
  const counts = new Map<string, number>()
  for (const [file] of files.filter(({ length }) => length === 1))
    counts.set(file ?? '', (counts.get(file ?? '') ?? 0) + 1)
  const [chosen] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? []
  const nameOf = (file: string) => `‘${relative(dirname(mainFile), file)}’`
  const kept: ToolWish[] = []
  const fixed: FixedTool[] = []
  for (const [index, each] of wanted.entries()) {
    const own = files[index] ?? []
    if (own.length === 1 && own[0] === chosen) kept.push(each)
    else if (own.length > 1)
      fixed.push({
        tool: each.tool,
        because: `Its settings stand in several files: ${own.map(nameOf).join(', ')}. Change them there.`,
      })
    else
      fixed.push({
        tool: each.tool,
        because: `It is set in ${nameOf(own[0] ?? '')}, and one save writes one file. Change it in a step of its own.`,
      })
  }
  return { kept, fixed }
}
