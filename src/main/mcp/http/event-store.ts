/**
 * What a session of the 2025 era sent lately, so that a client whose stream broke can resume it with
 * Last-Event-ID. Bounded: a stream that was away for longer starts again.
 */
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server'

const KEPT_EVENTS = 400
const KEPT_CHARACTERS = 8 * 1024 * 1024

export function createEventStore(): EventStore {
  const events: { id: string; streamId: string; message: JSONRPCMessage; size: number }[] = []
  let sequence = 0
  let characters = 0
  return {
    async storeEvent(streamId, message) {
      sequence += 1
      const id = `${streamId}_${sequence}`
      const size = JSON.stringify(message).length
      events.push({ id, streamId, message, size })
      characters += size
      while (events.length > KEPT_EVENTS || (characters > KEPT_CHARACTERS && events.length > 1)) {
        characters -= events.shift()?.size ?? 0
      }
      return id
    },
    async getStreamIdForEventId(eventId) {
      return events.find((event) => event.id === eventId)?.streamId
    },
    async replayEventsAfter(lastEventId, { send }) {
      const from = events.findIndex((event) => event.id === lastEventId)
      const streamId = events[from]?.streamId
      if (streamId === undefined) throw new Error('This event is not known any more.')
      for (const event of events.slice(from + 1)) {
        // The first event of a stream carries an id and no message.
        if (event.streamId === streamId && 'jsonrpc' in event.message) await send(event.id, event.message)
      }
      return streamId
    },
  }
}
