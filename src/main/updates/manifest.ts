/**
 * The list of updates: what a release is, signed by the project. It is checked before anything is taken, and only what
 * stands in it is. May import: model, workflow/schema.
 *
 * On the server it is one JSON file for each channel, `countersign-CHANNEL.json`, beside the packages:
 * `{"manifest": TEXT, "signatures": [{"key": ID, "signature": BASE64}, …]}`. TEXT is the manifest as JSON; Ed25519 signs
 * `countersign-update-1`, a line feed, and TEXT, byte for byte. ID is the beginning of the SHA-256 of the public key.
 */
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { compareVersions } from '../model/compare-versions.ts'
import type { JsonSchema, JsonValue } from '../model/json.ts'
import { findFaults } from '../workflow/schema/schema.ts'
import { type Refusal, refuse } from './refusal.ts'

const strict = { additionalProperties: false }
const Version = Type.String({ pattern: '^\\d{1,6}\\.\\d{1,6}\\.\\d{1,6}(-[a-z0-9]+(\\.[a-z0-9]+)*)?$' })
const Time = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,3})?Z$' })
const Channel = Type.String({ pattern: '^[a-z]{1,20}$' })

const UpdateFile = Type.Object(
  {
    /** A name beside the manifest, never a path. */
    name: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$' }),
    platform: Type.Union([Type.Literal('linux'), Type.Literal('darwin'), Type.Literal('win32')]),
    /** `universal`: for each processor. */
    arch: Type.Union([Type.Literal('x64'), Type.Literal('arm64'), Type.Literal('universal')]),
    kind: Type.Union([
      Type.Literal('AppImage'),
      Type.Literal('deb'),
      Type.Literal('rpm'),
      Type.Literal('nsis'),
      Type.Literal('zip'),
    ]),
    /** In bytes. */
    size: Type.Integer({ minimum: 1, maximum: 4 * 1024 ** 3 }),
    /** Base64. */
    sha512: Type.String({ pattern: '^[A-Za-z0-9+/]{86}==$' }),
  },
  strict,
)
export type UpdateFile = Static<typeof UpdateFile>

const Manifest = Type.Object(
  {
    product: Type.Literal('countersign'),
    version: Version,
    channel: Channel,
    notBefore: Time,
    expires: Time,
    /** What is new, one line each; shown as plain text. */
    notes: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 50 }),
    files: Type.Array(UpdateFile, { minItems: 1, maxItems: 50 }),
  },
  strict,
)
export type Manifest = Static<typeof Manifest>

const Envelope = Type.Object(
  {
    manifest: Type.String({ maxLength: 500_000 }),
    signatures: Type.Array(
      Type.Object(
        { key: Type.String({ maxLength: 64 }), signature: Type.String({ maxLength: 200 }) },
        strict,
      ),
      { maxItems: 10 },
    ),
  },
  strict,
)

/** What a manifest is held against. */
export interface ManifestRules {
  /** Public keys, SPKI as base64. One of them must have signed. */
  keys: readonly string[]
  channel: string
  /** The version that runs. */
  current: string
  /** The newest version that was ever offered with a good signature; null: none was. */
  highest: string | null
  /** Milliseconds since 1970. */
  now: number
}

export type ManifestVerdict =
  | { ok: true; manifest: Manifest; isNewer: boolean }
  | { ok: false; refusal: Refusal }

/** @param text as the server gave it. Never throws. */
export function checkManifest(text: string, rules: ManifestRules): ManifestVerdict {
  const no = (refusal: Refusal): ManifestVerdict => ({ ok: false, refusal })
  const envelope = readAs<Static<typeof Envelope>>(Envelope, text)
  if (envelope === null) return no(refuse.unreadable())
  if (envelope.signatures.length === 0) return no(refuse.unsigned())
  const known = envelope.signatures.flatMap(({ key, signature }) => {
    const found = rules.keys.find((each) => keyId(each) === key)
    return found === undefined ? [] : [{ key: found, signature }]
  })
  if (known.length === 0) return no(refuse.otherKey())
  if (!known.some(({ key, signature }) => hasSigned(envelope.manifest, key, signature)))
    return no(refuse.tampered())
  const manifest = readAs<Manifest>(Manifest, envelope.manifest)
  if (manifest === null) return no(refuse.unreadable())
  const { version, channel, notBefore, expires } = manifest
  if (channel !== rules.channel) return no(refuse.wrongChannel(channel, rules.channel))
  if (isLater(expires, rules.now) === false) return no(refuse.expired(expires))
  if (isLater(notBefore, rules.now)) return no(refuse.notYet(notBefore))
  const newest =
    rules.highest !== null && isOlder(rules.current, rules.highest) ? rules.highest : rules.current
  if (isOlder(version, newest)) return no(refuse.older(version, newest))
  return { ok: true, manifest, isNewer: isOlder(rules.current, version) }
}

/** Of this system; an own one for the processor before one for all. Null: there is none. */
export function chooseFile(
  { files }: Manifest,
  wanted: { platform: string; arch: string; kind: string },
): UpdateFile | null {
  const fitting = files.filter(({ platform, kind }) => platform === wanted.platform && kind === wanted.kind)
  return (
    fitting.find(({ arch }) => arch === wanted.arch) ??
    fitting.find(({ arch }) => arch === 'universal') ??
    null
  )
}

/** @param privateKey Ed25519. @returns the file for the server. @throws Error if the manifest is not of its shape */
export function signManifest(manifest: Manifest, privateKeys: readonly KeyObject[]): string {
  const [fault] = findFaults(Manifest as unknown as JsonSchema, manifest as unknown as JsonValue)
  if (fault !== undefined)
    throw new Error(`The manifest is wrong at ${fault.instancePath || '/'}: it ${fault.message}.`)
  const text = JSON.stringify(manifest)
  const signatures = privateKeys.map((key) => {
    const id = keyId(createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'))
    return { key: id, signature: sign(null, signedBytes(text), key).toString('base64') }
  })
  return JSON.stringify({ manifest: text, signatures }, null, 2)
}

/** @param publicKey SPKI as base64 */
export function keyId(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 16)
}

function signedBytes(text: string): Buffer {
  return Buffer.from(`countersign-update-1\n${text}`)
}

function hasSigned(text: string, publicKey: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' })
    // Any other kind of key would be checked by other rules.
    return (
      key.asymmetricKeyType === 'ed25519' &&
      verify(null, signedBytes(text), key, Buffer.from(signature, 'base64'))
    )
  } catch {
    return false
  }
}

function readAs<Shape>(schema: object, text: string): Shape | null {
  try {
    const value = JSON.parse(text) as JsonValue
    return findFaults(schema as unknown as JsonSchema, value).length === 0
      ? (value as unknown as Shape)
      : null
  } catch {
    return null
  }
}

function isOlder(one: string, other: string): boolean {
  return compareVersions(one, other) < 0
}

/** A time that is none is never later. */
function isLater(iso: string, now: number): boolean {
  return Date.parse(iso) > now
}
