/** Which headers a declaration may give a request (R7.1): one rule for `check` and for what runs. Pure. */

/** Where a request goes and where it ends follows from the rest of it. */
const OWN = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)
}

/** The request's own business, whoever declares it. */
export function isOwnHeader(name: string): boolean {
  return OWN.has(name.toLowerCase())
}
