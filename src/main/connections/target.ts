/** The command line or address of a connection as its author wrote it: no `${…}` is filled in. */
import type { Connection } from '../model/configuration.ts'

export function describeTarget(connection: Connection): string {
  if (connection.kind === 'cli') return connection.command ?? ''
  if (connection.kind === 'rest') return connection.baseUrl
  const { transport } = connection
  return transport.kind === 'http'
    ? transport.url
    : [transport.command, ...transport.args].map(quote).join(' ')
}

function quote(word: string): string {
  return /^[^\s"']+$/.test(word) ? word : JSON.stringify(word)
}
