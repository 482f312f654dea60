/** What comes with a release: bill of materials, licences, versions that agree. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { type Bill, narrowBill } from '../../resources/packaging/release/bill.ts'
import { writeLicences } from '../../resources/packaging/release/licences.ts'
import { findFault } from '../../resources/packaging/release/versions.ts'
import { test } from '../support/fixtures.ts'

const component = (reference: string, name: string, version: string, group?: string) => ({
  'bom-ref': reference,
  name,
  version,
  ...(group !== undefined && { group }),
})

const EVERYTHING: Bill = {
  metadata: { component: component('own', 'countersign', '1.0.0') },
  components: [
    component('own|yaml', 'yaml', '2.0.0'),
    component('own|lint', 'lint', '1.0.0'),
    component('own|lint|yaml', 'yaml', '1.0.0'),
    component('own|core', 'core', '3.0.0', '@sdk'),
    component('own|tool|core', 'core', '3.0.0', '@sdk'),
  ],
  dependencies: [
    { ref: 'own', dependsOn: ['own|yaml', 'own|lint', 'own|core'] },
    { ref: 'own|lint', dependsOn: ['own|lint|yaml'] },
    { ref: 'own|core' },
    { ref: 'own|tool|core', dependsOn: ['own|yaml', 'own|lint'] },
    { ref: 'own|yaml' },
  ],
}

describe('the bill of materials', () => {
  test('keeps what ships in its version, once, and what depends on what [release.bill]', () => {
    const bill = narrowBill(
      EVERYTHING,
      new Map([
        ['yaml@2.0.0', 'built in'],
        ['@sdk/core@3.0.0', 'installed along'],
      ]),
    )
    expect(bill.components.map((each) => each['bom-ref'])).toEqual(['own|yaml', 'own|core'])
    expect(bill.components.map(({ properties }) => properties?.[0]?.value)).toEqual([
      'built in',
      'installed along',
    ])
    expect(bill.dependencies).toEqual([
      { ref: 'own', dependsOn: ['own|core', 'own|yaml'] },
      { ref: 'own|core', dependsOn: ['own|yaml'] },
      { ref: 'own|yaml' },
    ])
  })

  test('is not written when something ships that nobody knows [release.bill]', () => {
    expect(() => narrowBill(EVERYTHING, new Map([['yaml@9.0.0', 'built in']]))).toThrow('yaml@9.0.0')
  })
})

describe('the licences', () => {
  test('begin with what asks for more than its text [release.licences]', () => {
    const notice = { version: '1.0.0', source: 'https://code.example/x', text: 'The text.' }
    const text = writeLicences([
      { ...notice, name: 'plain', licence: 'MIT' },
      { ...notice, name: 'elkjs', licence: 'EPL-2.0 OR GPL-3.0-or-later' },
    ])
    const [head = ''] = text.split('======')
    expect(head).toContain('elkjs@1.0.0 (EPL-2.0 OR GPL-3.0-or-later)')
    expect(head).toContain('https://code.example/x')
    expect(head).not.toContain('plain')
    expect(text.match(/The text\./g)).toHaveLength(2)
  })
})

describe('the versions', () => {
  test('of this checkout agree [release.versions]', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(findFault('.', version)).toBeNull()
  })

  test('that do not agree are named, with the file [release.versions]', ({ folder }) => {
    mkdirSync(join(folder, 'resources/packaging'), { recursive: true })
    cpSync('resources/packaging/server.json', join(folder, 'resources/packaging/server.json'))
    writeFileSync(join(folder, 'CHANGELOG.md'), '# Changes\n\n## 9.9.9\n\n## 0.1.0\n')
    expect(findFault(folder, '0.1.0')).toContain('CHANGELOG.md is 9.9.9')
    expect(findFault(folder, '9.9.9')).toContain('server.json says')
  })
})
