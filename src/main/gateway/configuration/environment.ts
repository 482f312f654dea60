/** What `${…}` stands for: the environment, the secrets, and what the gateway itself supplies. */
import { resolve } from 'node:path'
import { builtinVariables, resolveVariables, variablesIn, withSecrets } from '../../config/read/variables.ts'
import { createRedactor, type Redactor } from '../../connections/redact.ts'
import { GatewayError } from '../../model/error.ts'
import type { Secrets } from '../../runtime/ports.ts'

type Variables = Record<string, string | undefined>

export interface Environment {
  current(): Variables
  /** Reads the secrets again: a configuration may want one that was stored just now. */
  renew(): Promise<Variables>
  /** Fills in a string of a connection. @throws GatewayError naming what is missing. */
  resolve(text: string): string
  /** Knows every value that was filled in. */
  readonly redactor: Redactor
}

export interface EnvironmentOptions {
  environment: Variables
  secrets?: Secrets
  node: string
  modules: string
  /** The folder of the main file. */
  workspace: string
  dataFolder: string
}

export async function openEnvironment(options: EnvironmentOptions): Promise<Environment> {
  const { environment, secrets, node, modules, workspace, dataFolder } = options
  const builtin = builtinVariables({ node, modules, workspace, data: resolve(dataFolder) })
  const redactor = createRedactor()
  const read = async (): Promise<Variables> => ({
    ...(secrets === undefined ? environment : await withSecrets(environment, secrets)),
    ...builtin,
  })
  let current = await read()
  return {
    current: () => current,
    async renew() {
      current = await read()
      return current
    },
    resolve(text) {
      for (const name of variablesIn(text)) {
        const value = current[name]
        if (value !== undefined && !Object.hasOwn(builtin, name)) redactor.add(value)
      }
      const resolved = resolveVariables(text, current)
      if (resolved.ok) return resolved.value
      const [secret] = resolved.missing.split(':').slice(1)
      const what =
        secret === undefined
          ? `environment variable ${resolved.missing} is not set`
          : `secret ${secret} is not stored`
      throw new GatewayError('INTERNAL', `The ${what}.`)
    },
    redactor,
  }
}
