/** What calls of the contract are made of. May import: nothing of ours. */
import Type, { type TObject, type TProperties, type TSchema } from 'typebox'

export const Id = Type.String({ minLength: 1, maxLength: 200 })

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
