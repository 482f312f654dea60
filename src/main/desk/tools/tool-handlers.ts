/** The table of all tools, in pages of one and the same list; and what a change of some would change. */
import type { ToolRow, ToolsPage } from '../../../preload/contract.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { HandlersOf } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import { countTokens } from '../settings/count-tokens.ts'
import { makeToolRows } from './tool-rows.ts'
import { createToolUses } from './tool-uses.ts'

/** Rows of a page: writing them down for the window takes a few milliseconds. */
const PAGE = 1000

interface Listing {
  id: string
  rows: ToolRow[]
  tokens: ToolsPage['tokens']
  counting: boolean
}

export function createToolHandlers({
  gateway,
  mcp,
}: Pick<DeskOptions, 'gateway' | 'mcp'>): HandlersOf<'tools'> {
  const uses = createToolUses(gateway)
  /** The newest: whoever reads on in an older one begins anew. */
  let listing: Listing | null = null
  let made = 0

  async function list(): Promise<Listing> {
    const { isAll } = await uses.catchUp()
    const rows = await makeToolRows(gateway, uses)
    const flat = rows.reduce((sum, { item, tokens }) => sum + (item === null ? 0 : tokens), 0)
    const tokens = { flat, own: countTokens(JSON.stringify(mcp.tools())), tokenizer: 'o200k_base' }
    made += 1
    return { id: String(made), rows, tokens, counting: !isAll }
  }

  function pageOf({ id, rows, tokens, counting }: Listing, start: number): ToolsPage {
    const next = start + PAGE
    return {
      rows: rows.slice(start, next),
      total: rows.length,
      cursor: next < rows.length ? `${id}.${next}` : null,
      tokens,
      counting,
    }
  }

  return {
    async 'tools.list'(_session, { cursor }) {
      if (cursor === undefined) {
        listing = await list()
        return pageOf(listing, 0)
      }
      const [id, start] = cursor.split('.')
      if (listing === null || listing.id !== id)
        throw new DeskFault(
          'SEEN_CHANGED',
          'The list of tools was made anew meanwhile. Read it from its beginning.',
        )
      return pageOf(listing, Number(start) || 0)
    },
    async 'tools.foresee'(_session, { tools, change }) {
      const { changed, same, fixed } = await gateway.toolSettings.plan(tools, change)
      return { changed, same, fixed }
    },
  }
}
