/** Where a call carries the key by which its server recognises a repetition. */
import { isJsonObject, type JsonObject } from '../../model/json.ts'
import type { CallToolOptions, ImportedTool } from '../connection.ts'

const ARGUMENT = '_idempotencyKey'

export function metaWithKey({ meta, idempotencyKey }: CallToolOptions): JsonObject | undefined {
  return idempotencyKey === undefined ? meta : { ...meta, idempotencyKey }
}

/** A key that the arguments hold already stays. */
export function argumentsWithKey(
  tool: ImportedTool | undefined,
  args: JsonObject,
  { idempotencyKey }: CallToolOptions,
): JsonObject {
  const properties = tool?.inputSchema?.properties
  const takesIt = isJsonObject(properties) && Object.hasOwn(properties, ARGUMENT)
  if (idempotencyKey === undefined || !takesIt || Object.hasOwn(args, ARGUMENT)) return args
  return { ...args, [ARGUMENT]: idempotencyKey }
}
