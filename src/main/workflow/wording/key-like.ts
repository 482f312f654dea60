/** What looks like a key, a password or a token: not to be shown, and better kept as a secret. Pure. */

import { isAboutSecret, isPlainKey, isRandomPart, secretParts } from './secret-values.ts'

const NAMES =
  /(^|[_\W])(api[_-]?key|key|token|secret|(pg)?passw(or)?d|passphrase|pwd|pass|credentials?|auth|authorization|cookie|bearer|pat|dsn)$/i
const CAMEL_NAMES = /[a-z\d](Key|Token|Secret|Password|Bearer)$/
const NAMED_BUT_PLAIN = /^(true|false|yes|no|on|off|none|null|\d{1,5})$/i
const VALUES =
  /(?<![\w/@.-])(sk-[\w-]{16,}|gh[pousr]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{12,}|xox[abprs]-[\w-]{8,}|xapp-[\w-]{16,}|[rs]k_(?:live|test)_\w{12,}|whsec_\w{16,}|ya29\.[\w-]{20,}|lin_api_\w{16,}|ntn_\w{16,}|AKIA[0-9A-Z]{12,}|AIza[\w-]{20,}|eyJ[\w-]{8,}\.[\w.-]{8,}|npm_\w{20,}|hf_\w{16,})(?![\w/@.-])/g
const CREDENTIALS = /(^|:\s*)(bearer|basic|token)\s+(?!\$\{)(\S{6,})$/i
const ADDRESS = /([a-z][\w+.-]*:\/\/)([^\s/?#]*@)?([^\s?#]*)([?#]\S*)?/gi

/** A closing quote around the address is none of it. */
const QUERY_VALUES = /([?&;#][^=&;#\s]*=)([^&;#\s’”]+)/g

export const MASK = '••••••'

/** `name`: of the variable, header or option. A text that takes its value from elsewhere (`${…}`) is none. */
export function looksSecret(name: string, value: string): boolean {
  return isNamedSecret(name, value) || (!value.includes('${') && maskKeys(value) !== value)
}

/** Kept as a secret without being asked: nothing but a key is hidden by that. */
export function isSurelySecret(name: string, value: string): boolean {
  return isNamedSecret(name, value) || maskKeys(value) === MASK
}

/** Whether a variable, header or option of this name holds a secret, whatever is typed there yet. */
export function namesSecret(name: string): boolean {
  const bare = name.trim()
  return (NAMES.test(bare) || CAMEL_NAMES.test(bare)) && !isPlainKey(bare)
}

/** A file in which a secret stands is none itself. */
const PATH = /^(~|\.{1,2})?[\\/][\w. -]+[\\/]|^(~|\.{1,2})[\\/]|^[A-Za-z]:[\\/]/

function isNamedSecret(name: string, value: string): boolean {
  if (value.trim() === '' || value.includes('${') || NAMED_BUT_PLAIN.test(value.trim())) return false
  return namesSecret(name) && !PATH.test(value)
}

interface SecretArgument {
  index: number
  name: string
  value: string
  /** Its option is named like a secret. */
  isNamed: boolean
}

/** Where an argument holds such a value: behind an option, or what follows its `=` or that of a variable. `plain`: what runs. */
export function secretArguments(args: readonly string[], plain: readonly string[]): SecretArgument[] {
  return args.flatMap((word, index): SecretArgument[] => {
    if (plain.includes(word)) return []
    const own = /^(?:--?)?([A-Za-z_][\w-]*)=(.+)$/s.exec(word)
    const before = word.startsWith('-') ? undefined : /^--?([\w-]+)$/.exec(args[index - 1] ?? '')?.[1]
    const [name = '', value = ''] = own === null ? [before ?? '', word] : own.slice(1)
    if (!looksSecret(name, value)) return []
    return [{ index, name: name || `argument_${index + 1}`, value, isNamed: isNamedSecret(name, value) }]
  })
}

/** Behind an option that is named like a secret the whole value; elsewhere no more than what looks like a key. */
export function maskArguments(args: readonly string[], plain: readonly string[]): string[] {
  const named = new Map(
    secretArguments(args, plain).flatMap(({ index, value, isNamed }) => (isNamed ? [[index, value]] : [])),
  )
  return args.map((word, index) => {
    const value = named.get(index)
    if (value !== undefined) return word.slice(0, word.length - value.length) + MASK
    return plain.includes(word) ? maskAddress(word) : maskKeys(word)
  })
}

/**
 * The keys that are written out in such a value, each by itself, as whoever is given it may repeat them. A word of letters
 * alone, such as `postgres`, is none: to take it out of all that is said would garble honest text.
 */
export function keysIn(name: string, value: string): string[] {
  const named = name === '' || isAboutSecret(name) ? null : name
  const parts = PATH.test(value) ? [] : secretParts(named, value)
  return [
    ...parts.map(({ start, end }) => value.slice(start, end)),
    ...[...value.matchAll(VALUES)].map(([key]) => key).filter(isRandom),
    // What stands there alone is the token.
    ...[...value.matchAll(ADDRESS)].flatMap(([, , user = '']) =>
      isPlainUser(user) || user.includes(':') ? [] : [user.slice(0, -1)],
    ),
  ]
    .filter((key) => !key.includes('${') && !/^[a-z]{1,15}$/i.test(key))
    .flatMap((key) => [...new Set([key, decodeAddress(key)])])
}

type Mask = (key: string) => string
const dots: Mask = () => MASK

/** What looks like a key in a text, and the secrets of an address. The words around it stay. */
export function maskKeys(text: string, mask: Mask = dots): string {
  return maskPaths(maskAddress(text, mask), mask)
    .replace(
      CREDENTIALS,
      (_whole, before: string, scheme: string, key: string) => `${before}${scheme} ${mask(key)}`,
    )
    .replace(VALUES, (key) => (isRandom(key) ? mask(key) : key))
}

/** The same of a value with a name, and whatever else of it is taken for a key where it is repeated. */
export function maskValue(name: string, value: string, mask: Mask): string {
  const scheme = /^(?:(?:Bearer|Basic|Token)\s+)?/i.exec(value)?.[0] ?? ''
  if (isNamedSecret(name, value)) return scheme + mask(value.slice(scheme.length))
  const masked = maskKeys(value, mask)
  return keysIn(name, masked)
    .filter((key) => !key.includes(MASK))
    .reduce((text, key) => text.replaceAll(key, () => mask(key)), masked)
}

/** Names of words, such as those of packages, have no long part of letters and digits. */
function isRandom(key: string): boolean {
  return key
    .split('-')
    .some((part) => part.length >= 12 && /\d/.test(part) && /[A-Za-z]/.test(part) && new Set(part).size >= 8)
}

/** The user and the values behind `?` and `#`, as far as they are written out. */
function maskAddress(text: string, mask: Mask = dots): string {
  return text.replace(ADDRESS, (_whole, scheme: string, user = '', place = '', query = '') => {
    const told = isPlainUser(user) ? user : `${mask(user.slice(0, -1))}@`
    const said = query.replace(QUERY_VALUES, (whole: string, name: string, value: string) =>
      NAMED_BUT_PLAIN.test(value) || /^\$\{[^}]*\}$/.test(value) ? whole : name + mask(value),
    )
    return scheme + told + place + said
  })
}

/** Some services let in whoever knows the path. That of what is fetched and run says what it is: it stays. */
function maskPaths(text: string, mask: Mask): string {
  return text.replace(ADDRESS, (_whole, scheme: string, user = '', place: string, query = '') => {
    const told = place.replace(/(?<=\/)[^/]+/g, (part) => (isRandomPart(part) ? mask(part) : part))
    return scheme + user + told + query
  })
}

function isPlainUser(user: string): boolean {
  return user === '' || /^git@$|^\$\{[^}]*\}@$/.test(user)
}

function decodeAddress(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
