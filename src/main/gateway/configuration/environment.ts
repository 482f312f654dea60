/** What `${…}` stands for: the environment, the secrets, and what the gateway itself supplies. */
import { resolve } from 'node:path'
import { builtinVariables, resolveVariables, variablesIn, withSecrets } from '../../config/read/variables.ts'
import { createRedactor, type Redactor } from '../../connections/redact.ts'
import type { Configuration } from '../../model/configuration.ts'
import { GatewayError } from '../../model/error.ts'
import type { Secrets } from '../../runtime/ports.ts'
import { writtenKeys } from '../servers/written-keys.ts'

type Variables = Record<string, string | undefined>

export interface Environment {
  current(): Variables
  /** Reads the secrets again: a configuration may want one that was stored just now. */
  renew(): Promise<Variables>
  /** Fills in a string of a connection. @throws GatewayError naming what is missing. */
  resolve(text: string): string
  /** The same, with these values beside those that are there. */
  resolverWith(values: Variables): (text: string) => string
  /** Keys that a configuration has written out are secrets as much as those that it names. */
  learn(configuration: Pick<Configuration, 'connections'> | null): void
  /** Knows every value that was filled in, and every key that was learned. */
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
  const resolveIn = (variables: Variables, text: string) => {
    for (const name of variablesIn(text)) {
      const value = variables[name]
      if (value !== undefined && !Object.hasOwn(builtin, name)) redactor.add(value)
    }
    const resolved = resolveVariables(text, variables)
    if (resolved.ok) return resolved.value
    const [secret] = resolved.missing.split(':').slice(1)
    const what =
      secret === undefined
        ? `environment variable ${resolved.missing} is not set`
        : `secret ${secret} is not stored`
    throw new GatewayError('INTERNAL', `The ${what}.`)
  }
  return {
    current: () => current,
    async renew() {
      current = await read()
      return current
    },
    resolve: (text) => resolveIn(current, text),
    resolverWith: (values) => (text) => resolveIn({ ...current, ...values }, text),
    learn(configuration) {
      const connections = Object.values(configuration?.connections ?? {})
      redactor.add(...connections.flatMap((connection) => writtenKeys(connection, withoutEscapes)))
    },
    redactor,
  }
}

/** As it stands where nothing is to be filled in. */
export function withoutEscapes(text: string): string {
  const filled = resolveVariables(text, {})
  return filled.ok ? filled.value : text
}
