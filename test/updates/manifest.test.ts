/** The list of updates: what is signed and right is taken, and anything else is refused with its reason. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkManifest,
  chooseFile,
  type Manifest,
  type ManifestRules,
  signManifest,
} from '../../src/main/updates/manifest.ts'
import { runs } from '../support/effort.ts'
import { makeSigningKey, manifestFor } from '../support/update-server.ts'

const [key, next, foreign] = [makeSigningKey(), makeSigningKey(), makeSigningKey()]
const content = Buffer.from('a package')
const NOW = Date.parse('2026-06-01T12:00:00Z')
const RULES: ManifestRules = {
  keys: [key.public],
  channel: 'stable',
  current: '1.0.0',
  highest: null,
  now: NOW,
}
const right = (change: Partial<Manifest> = {}) => signManifest(manifestFor(content, change), [key.private])
const kindOf = (text: string, rules: Partial<ManifestRules> = {}) => {
  const verdict = checkManifest(text, { ...RULES, ...rules })
  return verdict.ok ? (verdict.isNewer ? 'newer' : 'same') : verdict.refusal.kind
}
const version = fc.tuple(fc.nat(30), fc.nat(30), fc.nat(30)).map((numbers) => numbers.join('.'))
const asNumber = (text: string) => text.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0)

describe('a list of updates', () => {
  it('that is signed and right is taken as it stands [update.signed]', () => {
    const verdict = checkManifest(right(), RULES)
    expect(verdict).toEqual({ ok: true, manifest: manifestFor(content), isNewer: true })
  })

  it('that is changed anywhere is refused, whichever byte [update.signed]', () => {
    const text = right()
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.integer({ min: 32, max: 126 }), (at, code) => {
        const changed = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1)
        const verdict = checkManifest(changed, RULES)
        // What is the same as JSON, blanks between its parts, say, is the same list.
        if (verdict.ok) expect(verdict.manifest).toEqual(manifestFor(content))
        else expect(['unreadable', 'unsigned', 'otherKey', 'tampered']).toContain(verdict.refusal.kind)
      }),
      { numRuns: runs(500) },
    )
  })

  it('whose content differs from what was signed is refused, whatever differs [update.signed]', () => {
    const envelope = JSON.parse(right()) as { manifest: string }
    fc.assert(
      fc.property(
        fc.record(
          {
            version: version,
            channel: fc.constantFrom('stable', 'beta'),
            expires: fc.constant('2098-01-01T00:00:00Z'),
            notes: fc.array(fc.string({ minLength: 1 })),
          },
          { requiredKeys: [] },
        ),
        (change) => {
          const manifest = JSON.stringify({ ...JSON.parse(envelope.manifest), ...change })
          const expected = manifest === envelope.manifest ? 'newer' : 'tampered'
          expect(kindOf(JSON.stringify({ ...envelope, manifest }))).toBe(expected)
        },
      ),
      { numRuns: runs(200) },
    )
  })

  it('of any other text, however it is made, is refused and never a fault [update.signed]', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.jsonValue().map((value) => JSON.stringify(value)),
        ),
        (text) => {
          expect(['unreadable', 'unsigned']).toContain(kindOf(text))
        },
      ),
      { numRuns: runs(500) },
    )
    for (const text of [
      '',
      '{}',
      '[]',
      'null',
      '{"manifest":"{}","signatures":[],"more":1}',
      '{"__proto__":1}',
    ])
      expect(['unreadable', 'unsigned']).toContain(kindOf(text))
    const empty = JSON.stringify({ manifest: '{}', signatures: [] })
    expect(kindOf(empty)).toBe('unsigned')
  })

  it('by a key that is not built in is refused; by the second of two it is taken [update.rotation]', () => {
    const by = (...keys: (typeof key)[]) =>
      signManifest(
        manifestFor(content),
        keys.map((each) => each.private),
      )
    expect(kindOf(by(foreign))).toBe('otherKey')
    expect(kindOf(by(next))).toBe('otherKey')
    const both = { keys: [key.public, next.public] }
    expect(kindOf(by(next), both)).toBe('newer')
    expect(kindOf(by(key), both)).toBe('newer')
    // While it changes, both sign: a version that knows one of them goes on.
    expect(kindOf(by(key, next), { keys: [key.public] })).toBe('newer')
    expect(kindOf(by(key, next), { keys: [next.public] })).toBe('newer')
    expect(kindOf(by(key), { keys: [] })).toBe('otherKey')
    // The name of a known key beside a signature of another one.
    const [mine, theirs] = [by(key), by(foreign)].map((text) => JSON.parse(text))
    const mixed = {
      ...mine,
      signatures: [{ key: mine.signatures[0].key, signature: theirs.signatures[0].signature }],
    }
    expect(kindOf(JSON.stringify(mixed))).toBe('tampered')
    expect(kindOf(right(), { keys: ['bm8ga2V5'] })).toBe('otherKey')
  })

  it('is good for its time alone, and for its channel [update.refusals]', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100, max: 100 }), fc.integer({ min: -100, max: 100 }), (from, to) => {
        const day = (days: number) => new Date(NOW + days * 86_400_000 + 1000).toISOString()
        const text = right({ notBefore: day(from), expires: day(to) })
        expect(kindOf(text)).toBe(to < 0 ? 'expired' : from >= 0 ? 'notYet' : 'newer')
      }),
      { numRuns: runs(100) },
    )
    expect(kindOf(right({ expires: '2026-99-99T00:00:00Z' }))).toBe('expired')
    expect(kindOf(right({ channel: 'beta' }))).toBe('wrongChannel')
    expect(kindOf(right({ channel: 'beta' }), { channel: 'beta' })).toBe('newer')
  })

  it('never leads back: not behind what runs, nor behind what was ever offered [update.rollback]', () => {
    fc.assert(
      fc.property(version, version, fc.option(version), (offered, current, highest) => {
        const expected =
          asNumber(offered) < Math.max(asNumber(current), highest === null ? 0 : asNumber(highest))
            ? 'older'
            : asNumber(offered) === asNumber(current)
              ? 'same'
              : 'newer'
        expect(kindOf(right({ version: offered }), { current, highest })).toBe(expected)
      }),
      { numRuns: runs(200) },
    )
    expect(kindOf(right({ version: '1.0.0-beta.1' }))).toBe('older')
    expect(kindOf(right({ version: '1.0.0' }), { current: '1.0.0-beta.1' })).toBe('newer')
  })

  it('says each refusal in a sentence, with what to do [update.refusals]', () => {
    const texts = [
      'nothing',
      JSON.stringify({ ...JSON.parse(right()), signatures: [] }),
      signManifest(manifestFor(content), [foreign.private]),
      right().replace('opens faster', 'opens slower'),
      right({ expires: '2026-01-02T00:00:00Z' }),
      right({ notBefore: '2027-01-02T00:00:00Z' }),
      right({ version: '0.9.0' }),
      right({ channel: 'beta' }),
    ]
    const said = texts.map((text) => {
      const verdict = checkManifest(text, RULES)
      if (verdict.ok) throw new Error('This was to be refused.')
      return verdict.refusal
    })
    expect(new Set(said.map(({ kind }) => kind)).size).toBe(texts.length)
    for (const { text, help } of said) {
      expect(text).toMatch(/^[A-Z].*\.$/)
      expect(help).toMatch(/^Nothing was installed\. .*\.$/)
    }
  })

  it('names files and never paths; the one of this computer is chosen [update.signed]', () => {
    const [file] = manifestFor(content).files
    if (file === undefined) throw new Error('It names no file.')
    for (const name of ['../evil.AppImage', '/etc/passwd', 'a/b', '..', '', 'x\\y', 'https:evil'])
      expect(() => right({ files: [{ ...file, name }] })).toThrow('/files/0/name')
    const files: Manifest['files'] = [
      { ...file, name: 'all', arch: 'universal' },
      { ...file, name: 'arm', arch: 'arm64' },
      { ...file, name: 'deb', kind: 'deb' },
    ]
    const choose = (arch: string, kind: string, platform = 'linux') =>
      chooseFile(manifestFor(content, { files }), { arch, kind, platform })?.name
    expect(choose('arm64', 'AppImage')).toBe('arm')
    expect(choose('x64', 'AppImage')).toBe('all')
    expect(choose('x64', 'deb')).toBe('deb')
    expect(choose('x64', 'rpm')).toBeUndefined()
    expect(choose('x64', 'nsis', 'win32')).toBeUndefined()
  })
})
