/** What a server needs on this machine: where it is, or the way to get it. */
import { findProgram } from '../../connections/transports/find-program.ts'
import type { ServerNeed } from '../../model/server-examination.ts'
import { programOf } from '../../workflow/fetching-programs.ts'
import { readCommand } from './command-words.ts'

const HELP: { programs: readonly string[]; text: string }[] = [
  {
    programs: ['npx', 'node', 'npm'],
    text: 'Install Node.js from nodejs.org; npx and npm come with it. Then start Countersign again.',
  },
  {
    programs: ['uvx', 'uv'],
    text: 'Install uv as docs.astral.sh/uv describes; uvx comes with it. Then start Countersign again.',
  },
  {
    programs: ['docker'],
    text: 'Install Docker Desktop from docker.com, or Docker Engine, and start it. Then start Countersign again.',
  },
  { programs: ['podman'], text: 'Install Podman from podman.io. Then start Countersign again.' },
  {
    programs: ['python', 'python3', 'pip', 'pipx'],
    text: 'Install Python from python.org. Then start Countersign again.',
  },
  { programs: ['bunx', 'bun'], text: 'Install Bun from bun.sh. Then start Countersign again.' },
  { programs: ['deno'], text: 'Install Deno from deno.com. Then start Countersign again.' },
  { programs: ['pnpm', 'pnpx', 'yarn'], text: 'Install it with npm, or write npx in its place.' },
]

/** Programs that do not work without another. */
const BESIDES: Record<string, readonly string[]> = { npx: ['node'], npm: ['node'] }

export async function findNeeds(
  command: string,
  args: readonly string[],
  search: { path: string | undefined; folders: string[]; workingDirectory: string | null },
): Promise<ServerNeed[]> {
  const { program, wrappers } = readCommand(command, args)
  const isWrapped = wrappers.length > 0
  const names = [command, ...(isWrapped ? [program] : []), ...(BESIDES[program] ?? [])]
  return await Promise.all(
    [...new Set(names)].map(async (name) => {
      const found = await findProgram(name, search)
      return { program: name, found, help: found === null ? helpFor(name) : null }
    }),
  )
}

function helpFor(command: string): string {
  const name = programOf(command)
  const known = HELP.find(({ programs }) => programs.includes(name))
  return known?.text ?? 'Install it, or write where it is: the whole path of the program.'
}
