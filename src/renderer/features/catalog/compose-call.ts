import type { CatalogDetail } from '../../../preload/contract.ts'

type Values = Record<string, unknown>

/** The literal call by which an agent starts an item with these values. Pure. */
export function composeCall(
  { id, kind }: Pick<CatalogDetail, 'id' | 'kind'>,
  values: Values,
): { tool: string; arguments: Values } {
  if (kind === 'workflow') return { tool: 'workflow.start', arguments: { definitionId: id, input: values } }
  return {
    tool: 'workflow.start',
    arguments: { definitionId: 'proxy_default', input: { capability: id, arguments: values } },
  }
}

/** Values that a schema gives by itself, for its own properties only. Pure. */
export function defaultValues(schema: CatalogDetail['inputSchema']): Values {
  const properties = isRecord(schema) && isRecord(schema.properties) ? schema.properties : {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) =>
      isRecord(property) && property.default !== undefined ? [[name, property.default]] : [],
    ),
  )
}

/** Whether there is anything to fill in. Pure. */
export function takesSomething(schema: CatalogDetail['inputSchema']): boolean {
  return isRecord(schema) && isRecord(schema.properties) && Object.keys(schema.properties).length > 0
}

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
