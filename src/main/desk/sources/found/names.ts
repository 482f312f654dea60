/** Names for servers and secrets that come from outside: such as the configuration takes, and none twice. Pure. */
import { isReservedName, isReservedSecret } from '../../../model/reserved-names.ts'

const LONGEST = 48

/** As the key of a connection. */
export function serverName(given: string): string {
  const plain = given
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, LONGEST)
    .replace(/[^A-Za-z0-9]+$/, '')
  if (plain === '') return 'server'
  return isReservedName(plain) ? `${plain}-server` : plain
}

export function freeName(wanted: string, taken: { has(name: string): boolean }): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`
    if (!taken.has(name)) return name
  }
}

export function secretName(server: string, input: string): string {
  const name = `${server}.${serverName(input)}`
  return isReservedSecret(name) ? `server.${name}` : name
}
