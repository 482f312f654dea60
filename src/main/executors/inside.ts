/** Which addresses lie inside a network, so that only who is inside it, too, can reach them. */
import { lookup as lookUp } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Of this machine, private, link-local, shared by a provider's customers, for tests, for many, reserved. */
const INSIDE_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const
const INSIDE_V6 = [
  ['::', 127],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const
/** Of an address of the fourth version in one of the sixth; the list knows the mapped ones itself. */
const TRANSLATED = '64:ff9b::'
const TRANSLATED_BITS = 96

const inside = new BlockList()
for (const [address, bits] of INSIDE_V4) {
  inside.addSubnet(address, bits)
  inside.addSubnet(`${TRANSLATED}${address}`, TRANSLATED_BITS + bits, 'ipv6')
}
for (const [address, bits] of INSIDE_V6) inside.addSubnet(address, bits, 'ipv6')

/** @param hostname as a URL has it: an address of the sixth version in brackets, one of the fourth in its usual form */
export function isInside(hostname: string): boolean {
  return (
    /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i.test(hostname) ||
    isInsideAddress(hostname.replace(/^\[|\]$/g, ''))
  )
}

function isInsideAddress(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && inside.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

export class LeadsInside extends Error {
  readonly code = 'LEADS_INSIDE'
}

/**
 * Looks a name up and refuses it with `LeadsInside` if any of its addresses lies inside. Who connects by it connects to
 * what was judged: a name that answers otherwise the next time is not asked a next time.
 */
export function refuseInside(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found, family) => {
      if (error !== null) return callback(error, '')
      const addresses = Array.isArray(found) ? found : [{ address: found, family: family ?? isIP(found) }]
      const [first] = addresses
      if (first === undefined || addresses.some(({ address }) => isInsideAddress(address))) {
        return callback(new LeadsInside(`${hostname} leads to an address inside this network.`), '')
      }
      if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

export const systemLookup = lookUp as LookupFunction
