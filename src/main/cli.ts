#!/usr/bin/env node
/**
 * The command line: serve · mcp · check · search · evaluate · audit · doctor · open. Everything that needs the database is loaded only after the Node
 * that runs us has been found fit for it (R8.3). May import: anything in main but shell.
 */
import { lstatSync, mkdirSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { helpOf, readCommandLine } from './cli/command-line.ts'
import { offerPrograms, packageRoot, packageVersion } from './cli/package-root.ts'
import { explainUnsuitable, isSuitable, runOnPinnedNode } from './cli/suitable-node.ts'
import { visibleText } from './workflow/wording/quote.ts'

keepCompiled()

async function run(): Promise<number | null> {
  const line = readCommandLine(process.argv.slice(2))
  if (!line.ok) {
    process.stderr.write(`${line.message}\n`)
    return 2
  }
  const { command } = line
  if (command.name === 'help') process.stdout.write(helpOf(command.of))
  if (command.name === 'version') process.stdout.write(`${packageVersion()}\n`)
  if (command.name === 'help' || command.name === 'version') return 0
  if (!isSuitable(process.versions, packageRoot())) {
    const code = await runOnPinnedNode()
    if (code === null) process.stderr.write(`${explainUnsuitable()}\n`)
    return code ?? 1
  }
  offerPrograms()
  showOnlyVisible(process.stderr)
  // To a client this program speaks a protocol there, and nobody looks at it.
  if (command.name !== 'mcp') showOnlyVisible(process.stdout)
  switch (command.name) {
    case 'serve':
      return (await import('./cli/commands/serve.ts')).runServe(command)
    case 'mcp':
      return (await import('./cli/commands/mcp.ts')).runMcp(command)
    case 'check':
      return (await import('./cli/commands/check.ts')).runCheck(command)
    case 'search':
      return (await import('./cli/commands/search.ts')).runSearch(command)
    case 'evaluate':
      return (await import('./cli/commands/evaluate.ts')).runEvaluate(command)
    case 'audit':
      return (await import('./cli/commands/audit.ts')).runAudit(command)
    case 'secret':
      return (await import('./cli/commands/secret.ts')).runSecret(command)
    case 'pin':
      return (await import('./cli/commands/pin.ts')).runPin(command)
    case 'restore':
      return (await import('./cli/commands/restore.ts')).runRestore(command)
    case 'doctor':
      return (await import('./cli/commands/doctor.ts')).runDoctor(command)
    case 'open':
      return (await import('./cli/commands/open.ts')).runOpen(command)
  }
}

const code = await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return 1
})
// What was written last must have left before the process ends.
if (code !== null) process.stdout.write('', () => process.exit(code))

/**
 * What this program writes into a terminal holds words of servers, agents and files: none of them may steer the
 * terminal, hide or turn what it shows. JSON says the same afterwards; bytes go through as they are.
 */
function showOnlyVisible(stream: Pick<NodeJS.WriteStream, 'write'>): void {
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean
  stream.write = (chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === 'string' ? visibleText(chunk) : chunk, ...rest)
}

/**
 * Parsing what we load is a third of our start; a Node from 22.8 on keeps the result. What it keeps is run, and the folder
 * of its own choice is one that another user of this machine can make first: ours is ours alone, or nothing is kept.
 */
function keepCompiled(): void {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder?: string) => unknown }
  const user = process.getuid?.()
  // Windows has a temporary folder for each user.
  if (user === undefined) return void enableCompileCache?.()
  const folder = join(tmpdir(), `countersign-compiled-${user}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = lstatSync(folder)
    if (found.isDirectory() && found.uid === user && (found.mode & 0o077) === 0) enableCompileCache?.(folder)
  } catch {
    // Without it a start takes longer, and that is all.
  }
}
