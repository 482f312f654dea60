/** The calls that a person can make of what is in the catalog, and the values that they begin with. Pure. */

import type { CatalogDetail, TrialCall } from '../../preload/contract.ts'
import { isObject } from '../values/typed-fields.ts'

export type Values = Record<string, unknown>
type CallValues = Extract<TrialCall, { tool: 'workflow.start' }>['arguments']['input']

/** The literal call by which an agent starts an item with these values. */
export function composeCall({ id, kind }: Pick<CatalogDetail, 'id' | 'kind'>, values: Values): TrialCall {
  const input = values as CallValues
  if (kind === 'workflow') return { tool: 'workflow.start', arguments: { definitionId: id, input } }
  return composeSingle(id, input)
}

/** The orchestrator's call that runs a workflow by itself as far as it goes; limits that are undefined are left out. */
export function composeRun(
  id: string,
  values: Values,
  how: { rehearse: boolean; timeout: number | undefined; parallel: number | undefined },
): TrialCall {
  return composeSingle('orchestrator.run_workflow', {
    workflow_name: id,
    parameters: values as CallValues,
    ...(how.rehearse ? { dry_run: true } : {}),
    ...(how.timeout === undefined ? {} : { timeout: how.timeout }),
    ...(how.parallel === undefined ? {} : { parallel_limit: how.parallel }),
  })
}

function composeSingle(capability: string, values: CallValues): TrialCall {
  const input = { capability, arguments: values }
  return { tool: 'workflow.start', arguments: { definitionId: 'proxy_default', input } }
}

export function sayCall({ tool, arguments: values }: TrialCall): string {
  return `${tool} ${JSON.stringify(values, null, 2)}`
}

/** Values that a schema gives by itself, for its own properties only. */
export function defaultValues(schema: CatalogDetail['inputSchema']): Values {
  return valuesOf(schema, (property) => property.default)
}

/** What a schema shows as an example, with its defaults; null: it shows none. */
export function exampleValues(schema: CatalogDetail['inputSchema']): Values | null {
  const [whole] = isObject(schema) && Array.isArray(schema.examples) ? schema.examples : []
  if (isObject(whole)) return { ...defaultValues(schema), ...whole }
  const found = valuesOf(schema, ({ examples, example }) => (Array.isArray(examples) ? examples[0] : example))
  return Object.keys(found).length === 0 ? null : { ...defaultValues(schema), ...found }
}

function valuesOf(schema: CatalogDetail['inputSchema'], find: (property: Values) => unknown): Values {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      const value = isObject(property) ? find(property) : undefined
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Whether there is anything to fill in. */
export function takesSomething(schema: CatalogDetail['inputSchema']): boolean {
  return isObject(schema) && isObject(schema.properties) && Object.keys(schema.properties).length > 0
}
