/** What calls of the contract are made of. May import: model (types only). */
import Type, { type TObject, type TProperties, type TSchema } from 'typebox'
import type { JsonObject } from '../main/model/json.ts'

export const Id = Type.String({ minLength: 1, maxLength: 200 })
export const Text = Type.String({ maxLength: 10_000 })
/** Of what was seen. */
export const Hash = Type.String({ maxLength: 128 })
export const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 500 }))
export const Cursor = Type.Optional(Type.String({ maxLength: 400 }))
/** ISO. */
export const Time = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T[\\d:.]{5,12}Z$' })
export const Values = Type.Unsafe<JsonObject>(Type.Object({}, { additionalProperties: true }))

interface Call<Request extends TSchema, Reply> {
  request: Request
  /** It is refused where nothing can be saved. */
  saves?: true
  /** Carries the reply's type; has no value. */
  reply?: Reply
}
export function call<Properties extends TProperties>(properties: Properties) {
  return { returns: <Reply>(): Call<TObject<Properties>, Reply> => ({ request: exactly(properties) }) }
}
/** One that is refused where nothing can be saved, or be recorded of it. */
export function savingCall<Properties extends TProperties>(properties: Properties) {
  return {
    returns: <Reply>(): Call<TObject<Properties>, Reply> => ({ request: exactly(properties), saves: true }),
  }
}
/** An object with these and no others. */
export function exactly<Properties extends TProperties>(properties: Properties): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false })
}

/** By the clock of whoever asks, who may be in another time zone. */
export const MinuteOfDay = Type.Integer({ minimum: 0, maximum: 1439 })
