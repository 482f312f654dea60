/** Which values are secret, judged by their names and by how they look. Pure. */

/** A part of a value that nobody may see. */
export interface SecretPart {
  start: number
  end: number
}

/** Words of a name that say it. */
const SECRET_WORDS = new Set([
  ...['key', 'token', 'secret', 'password', 'passwd', 'pass', 'passphrase', 'pwd', 'pat', 'credential'],
  ...['credentials', 'authorization', 'auth', 'cookie', 'bearer', 'jwt', 'dsn', 'signature', 'sas'],
])
const SECRET_ENDS = /(?:key|token|secret|password|passwd)$/
/** Last words of a name whose value is only about a secret. */
const ABOUT = new Set([
  ...['path', 'file', 'dir', 'folder', 'url', 'uri', 'host', 'endpoint', 'id', 'name', 'type', 'mode', 'env'],
  ...['limit', 'max', 'size', 'length', 'count', 'ttl', 'timeout', 'expiry', 'enabled', 'method', 'scheme'],
  ...['issuer', 'version', 'algorithm', 'provider', 'prefix', 'header', 'region'],
])
/** Values as the services that give them out write them. */
const KNOWN_SECRETS = [
  /\b(?:sk|pk|rk)[-_](?:live_|test_|ant-|proj-)?[\w-]{16,}/,
  /\bgh[opsur]_\w{16,}/,
  /\bgithub_pat_\w{20,}/,
  /\bglpat-[\w-]{16,}/,
  /\bxox[a-z]-[\w-]{10,}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bAIza[\w-]{30,}/,
  /\bnpm_\w{30,}/,
  /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/,
  /(?<=^\s*Bearer\s+)(?=\S*\d)\S{8,}$/i,
  // All of the value, or nothing: it hides no words around it.
  /^\s*-----BEGIN [A-Z ]*PRIVATE KEY-----[\w+/=\s\\:,.-]*-----END [A-Z ]*PRIVATE KEY-----\s*$/,
]
/** No path, and no words. */
const RANDOM = /^(?=.*\d)(?=.*[A-Za-z])[\w+=-]{32,}$/
const RANDOM_RUN = /(?=[\w+/=-]*\d)(?=[\w+/=-]*[A-Za-z])[\w+/=-]{8,}/
/** Whoever gets it fills it in. */
const FILLED_IN = /^\$\{[^{}]*\}$/
const PLAIN = /^(?:true|false|yes|no|on|off|none|null|\d{1,4})$/i
const PLACEHOLDER =
  /^(?:<.*>|\[.*\]|your[-_ ].*|.*[-_ ]here|x{3,}|\*{3,}|\.{3}|change[-_ ]?me|todo|insert[-_ ].*)$/i

/** Keys of tables and of messages: what they hold is a name, which occurs anywhere. */
export function isPlainKey(name: string): boolean {
  return /(primary|foreign|sort|partition|group|public|cache)[_-]?key$/i.test(name)
}

/** Its value says something about a secret, or names a thing: `ACCOUNT_ID`. */
export function isAboutSecret(name: string): boolean {
  return ABOUT.has(wordsOf(name).at(-1) ?? '')
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
}

export function isSecretName(name: string): boolean {
  const words = wordsOf(name)
  if (isPlainKey(name) || words.includes('public') || isAboutSecret(name)) return false
  return words.some((word) => SECRET_WORDS.has(word) || SECRET_ENDS.test(word))
}

/** Somebody was to write the value there, and has not. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value.trim())
}

/**
 * `name` null: nothing names the value, so only its look counts. `isFragment`: the client fills in something beside it,
 * which is what the name speaks of. In order; none overlaps another.
 */
export function secretParts(name: string | null, value: string, isFragment = false): SecretPart[] {
  if (value.trim() === '' || PLAIN.test(value.trim())) return []
  if (name !== null && isSecretName(name)) {
    if (isFragment && !RANDOM_RUN.test(value)) return []
    const scheme = /^\s*(?:Bearer|Basic|Token|Digest|ApiKey)\s+(?=\S)/i.exec(value)
    const start = scheme?.[0].length ?? 0
    return FILLED_IN.test(value.slice(start)) ? [] : [{ start, end: value.length }]
  }
  const inAddress = addressParts(value)
  if (inAddress.length > 0) return inAddress
  if (name !== null && RANDOM.test(value)) return [{ start: 0, end: value.length }]
  for (const look of KNOWN_SECRETS) {
    const match = look.exec(value)
    if (match !== null) return [{ start: match.index, end: match.index + match[0].length }]
  }
  return []
}

/** A part of a path that nobody can guess. */
export function isRandomPart(part: string): boolean {
  return RANDOM.test(part)
}

/** The password in front of a host, parts of the path that nobody can guess, and what a query calls a key. */
function addressParts(value: string): SecretPart[] {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return []
  const parts: SecretPart[] = []
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s:]*:([^/?#@\s]+)@/i.exec(value)
  if (password?.[1] !== undefined && !FILLED_IN.test(password[1])) {
    const end = password[0].length - 1
    parts.push({ start: end - password[1].length, end })
  }
  const path = /^https?:\/\/[^/?#\s]*([^?#\s]*)/i.exec(value)
  // As of services that let in whoever knows the address.
  for (const { 0: part, index } of (path?.[1] ?? '').matchAll(/[^/]+/g)) {
    const start = (path?.[0].length ?? 0) - (path?.[1]?.length ?? 0) + index
    if (isRandomPart(part)) parts.push({ start, end: start + part.length })
  }
  for (const match of value.matchAll(/[?&]([\w.-]+)=([^&#\s]+)/g)) {
    const [whole, key = '', content = ''] = match
    const isSecret = isSecretName(key) || KNOWN_SECRETS.some((look) => look.test(content))
    const end = match.index + whole.length
    if (isSecret && !content.startsWith('${')) parts.push({ start: end - content.length, end })
  }
  return parts
}
