/**
 * What MCP clients start: a small program in the desk's home, or in the data folder of a named workspace, that starts the
 * pipe of this copy of Countersign. Their files name it for good; where Countersign lies stands in it, and is written anew
 * by whoever opens the desk. A copy that was moved, updated or removed from a cache in between is said to be gone, with
 * what to do.
 */
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeCommand } from '../../desk/clients/connect-snippets.ts'
import { writeWhole } from '../../system/files.ts'

export interface Launch {
  /** Node, the script, its arguments. */
  node: string
  cli: string
  args: readonly string[]
}

/** How the launcher of a folder is started, from anywhere. */
export function launcherCommand(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): { command: string; args: string[] } {
  if (platform !== 'win32') return { command: join(folder, 'countersign-mcp'), args: [] }
  // No program may start a .cmd by itself. With one word in quotes, `cmd` takes what follows as it is.
  return { command: 'cmd.exe', args: ['/d', '/c', join(folder, 'countersign-mcp.cmd')] }
}

/** Whole or not at all: a client may start it at this moment. Most starts find it as it is, and spare the disk a flush. */
export async function writeLauncher(folder: string, launch: Launch): Promise<void> {
  const { command, args } = launcherCommand(folder)
  const text = process.platform === 'win32' ? writeBatch(launch) : writeShell(launch)
  const file = args.at(-1) ?? command
  if (!(await isAsWritten(file, text))) await writeWhole(file, text, OWNER_ONLY)
}

/** Nobody else may change what clients start. */
const OWNER_ONLY = 0o700

async function isAsWritten(file: string, text: string): Promise<boolean> {
  try {
    // A link is not what was written, wherever it leads.
    const [found, { mode }] = await Promise.all([readFile(file, 'utf8'), lstat(file)])
    return found === text && (process.platform === 'win32' || (mode & 0o777) === OWNER_ONLY)
  } catch {
    return false
  }
}

/** Pure. */
function writeShell({ node, cli, args }: Launch): string {
  const quote = (word: string) => writeCommand([word], 'linux')
  return `#!/bin/sh
# Written by Countersign, anew each time that its desk is opened. MCP clients start this.
node=${quote(node)}
cli=${quote(cli)}
if [ ! -f "$cli" ]; then
  echo "countersign: $cli is gone. Countersign was moved or removed. Open its desk once, and this works again." >&2
  exit 1
fi
case "$node" in
  /*) [ -x "$node" ] || node=node ;;
esac
exec "$node" "$cli" ${writeCommand(args, 'linux')} "$@"
`
}

/** Pure. */
export function writeBatch({ node, cli, args }: Launch): string {
  const lines = [
    '@echo off',
    'rem Written by Countersign, anew each time that its desk is opened. MCP clients start this.',
    'setlocal DisableDelayedExpansion',
    'chcp 65001 >nul',
    `set "node=${batchText(node)}"`,
    `set "cli=${batchText(cli)}"`,
    'if not exist "%cli%" (',
    '  echo countersign: Countersign was moved or removed. Open its desk once, and this works again. 1>&2',
    '  exit /b 1',
    ')',
    'if not exist "%node%" set "node=node"',
    `"%node%" "%cli%" ${args.map((word) => `"${batchText(word)}"`).join(' ')} %*`,
  ]
  return `${lines.join('\r\n')}\r\n`
}

/** A path of Windows has no quotation mark. */
function batchText(word: string): string {
  return word.replaceAll('%', '%%')
}
