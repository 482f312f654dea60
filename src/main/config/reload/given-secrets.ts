/**
 * Secrets and variables of the environment that a server is given, and that only others were: whoever has one may do what
 * it opens. Whatever is started, or connected to, has it at once, before anybody approves a call (R2.6). Pure.
 */
import type { Configuration, Connection } from '../../model/configuration.ts'
import { quoteSaying } from '../../workflow/wording/quote.ts'
import { givenTo } from '../read/variables.ts'

export function findGivenSecrets(before: Configuration, after: Configuration): string[] {
  const holders = Object.values(before.connections)
  return Object.values(after.connections).flatMap((connection) => {
    const was = Object.hasOwn(before.connections, connection.name)
      ? before.connections[connection.name]
      : undefined
    const receiver = receiverOf(connection)
    // What else of a command differs is named as it is written.
    if (was !== undefined && (receiver.kind === 'program' || receiverOf(was).kind === 'program')) return []
    return givenTo(JSON.stringify(connection)).flatMap((name) => {
      const own = holders.filter((each) => givenTo(JSON.stringify(each)).includes(name))
      if (own.length === 0 || own.some((each) => receiverOf(each).text === receiver.text)) return []
      const does = receiver.kind === 'program' ? 'is given to' : 'is sent to'
      const others = own.map((each) => `‘${each.name}’`).join(', ')
      return [
        `${sayGiven(name)} of ${others} ${does} ${quoteSaying(receiver.text)} now, by the server ‘${connection.name}’.`,
      ]
    })
  })
}

/** `name`: as `givenTo` has it. */
function sayGiven(name: string): string {
  const [, secret] = /^secret:(.*)$/s.exec(name) ?? []
  return secret === undefined ? `The variable ‘${name}’` : `The secret ‘${secret}’`
}

/** Who gets what is sent over it: the server of an address, or a command. */
function receiverOf(connection: Connection): { kind: 'address' | 'program'; text: string } {
  if (connection.kind === 'rest') return { kind: 'address', text: originOf(connection.baseUrl) }
  if (connection.kind !== 'mcp') return { kind: 'program', text: connection.command ?? connection.name }
  const { transport } = connection
  return transport.kind === 'http'
    ? { kind: 'address', text: originOf(transport.url) }
    : { kind: 'program', text: [transport.command, ...transport.args].join(' ') }
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address
}
