/** Runs the tools that a release is made with, each by its own script: Windows starts no others without a shell. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CommandResult, runCommand } from '../../../test/setup/run-command.ts'

/** @param tool the package that it comes with, at the top of the checkout's own packages */
export function runTool(root: string, tool: string, args: readonly string[]): Promise<CommandResult> {
  return runCommand(process.execPath, [findScript(root, tool), ...args], { cwd: root, timeoutMs: 900_000 })
}

/** @returns what it wrote on its standard output. @throws with all that it said, if it fails */
export async function readTool(root: string, tool: string, args: readonly string[]): Promise<string> {
  const { code, output, stdout } = await runTool(root, tool, args)
  if (code !== 0) throw new Error(`${tool} ended with ${code}.\n${output}`)
  return stdout
}

/** The npm that runs us is there in any case, and the one that fits. */
function findScript(root: string, tool: string): string {
  const { npm_execpath: own } = process.env
  if (tool === 'npm' && own?.endsWith('npm-cli.js')) return own
  const folder = join(root, 'node_modules', tool)
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest))
    throw new Error(`${tool} is not installed. Run \`npm ci\`, then \`npm run release\`.`)
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: string | Record<string, string> }
  const name = tool.split('/').at(-1) ?? ''
  const script = typeof bin === 'string' ? bin : bin[name]
  if (script === undefined) throw new Error(`${tool} has no program of that name.`)
  return join(folder, script)
}
