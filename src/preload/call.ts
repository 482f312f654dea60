/** What calls of the contract are made of. May import: nothing of ours. */
import Type, { type TSchema } from 'typebox'

export const Id = Type.String({ minLength: 1, maxLength: 200 })

interface Call<Request extends TSchema, Reply> {
  request: Request
  /** It is refused where nothing can be saved. */
  saves?: true
  /** Carries the reply's type; has no value. */
  reply?: Reply
}
export function call<Request extends TSchema>(request: Request) {
  return { returns: <Reply>(): Call<Request, Reply> => ({ request }) }
}
/** One that is refused where nothing can be saved, or be recorded of it. */
export function savingCall<Request extends TSchema>(request: Request) {
  return { returns: <Reply>(): Call<Request, Reply> => ({ request, saves: true }) }
}
export const Nothing = Type.Object({}, { additionalProperties: false })
export const strict = { additionalProperties: false }

/** By the clock of whoever asks, who may be in another time zone. */
export const MinuteOfDay = Type.Integer({ minimum: 0, maximum: 1439 })
