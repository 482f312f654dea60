/**
 * The two spellings of a tool's name. Canonical names carry dots; some clients refuse a dot and drop the whole
 * list, so they are shown underscores. Calls are understood in both. May import: model.
 */
import type { ToolNameStyle } from '../../model/configuration.ts'

/** How clients that cannot take dots begin their `clientInfo.name`: Claude Desktop, Cursor, Copilot CLI. */
const CANNOT_TAKE_DOTS = ['claude-ai', 'cursor', 'copilot', 'github-copilot', 'github copilot']

/** What a connection is shown: its own wish (`--names`), then its token's, then what its program is known for. */
export function chooseNameStyle(wishes: {
  asked: ToolNameStyle | null
  token: ToolNameStyle | null
  program: string | null
}): ToolNameStyle {
  return wishes.asked ?? wishes.token ?? styleOfProgram(wishes.program)
}

export function spellToolName(name: string, style: ToolNameStyle): string {
  return style === 'dots' ? name : name.replace('.', '_')
}

/** `gateway_home` and `gateway.home` are the same tool. */
export function canonicalToolName(name: string): string {
  return name.includes('.') ? name : name.replace('_', '.')
}

function styleOfProgram(program: string | null): ToolNameStyle {
  const name = program?.trim().toLowerCase() ?? ''
  return CANNOT_TAKE_DOTS.some((start) => name.startsWith(start)) ? 'underscores' : 'dots'
}
