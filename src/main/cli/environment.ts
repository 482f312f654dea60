/** What a configuration may refer to with `${…}`: the environment, and what we bring ourselves. */
import { dirname, join } from 'node:path'
import { builtinVariables } from '../config/variables.ts'
import { packageRoot } from './package-root.ts'

/** The Node that runs us and our packages, for connections that start servers of ours. */
export function ownPrograms(): { node: string; modules: string } {
  return { node: process.execPath, modules: join(packageRoot(), 'node_modules') }
}

/** @param configuration absolute path of the main file */
export function withBuiltins(configuration: string): Record<string, string | undefined> {
  return { ...process.env, ...builtinVariables({ ...ownPrograms(), workspace: dirname(configuration) }) }
}
