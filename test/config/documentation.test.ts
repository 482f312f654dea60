import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { withSecrets } from '../../src/main/config/read/variables.ts'
import { GATEWAY_SCHEMA } from '../../src/main/config/schema/schema.ts'
import { SMART_SETTINGS } from '../../src/main/model/smart-settings.ts'
import { inOneLine, loadText } from './write-configuration.ts'

const PAGE = readFileSync('docs/configuration.md', 'utf8')
const BLOCKS = [...PAGE.matchAll(/^```yaml\n(.*?)^```$/gms)].map((match) => match[1] ?? '')

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

describe('docs/configuration.md [config.documented]', () => {
  it('has examples', () => {
    expect(BLOCKS.length).toBeGreaterThanOrEqual(6)
  })

  it.each(BLOCKS.map((text, index) => [index + 1, text] as const))(
    'example %i loads without a problem',
    async (_, text) => {
      // An exception ends: the page shows a day, and this test lives longer.
      const lasting = text.replace(/until: \d{4}-\d\d-\d\d/, `until: ${TOMORROW}`)
      const whole = lasting.startsWith('version:') ? lasting : `version: "1.0.0"\n${lasting}`
      const environment = await withSecrets({ HOME: '/home/ada', TICKETS_TOKEN: 'x' }, null)
      const { configuration, problems } = await loadText(whole, environment)
      expect(problems.map(inOneLine)).toEqual([])
      expect(configuration).not.toBeNull()
    },
  )

  it.each(
    SMART_SETTINGS.flatMap(({ settings }) => settings).map((setting) => [setting.key, setting] as const),
  )('says what %s of a search profile does, its default and its range', (key, setting) => {
    const value =
      setting.kind === 'slider'
        ? `${setting.standard}, from ${setting.least} to ${setting.most}`
        : setting.kind === 'switch'
          ? `${setting.standard}`
          : `\`add\`, \`remove\`: lists of ${setting.kind}`
    expect(PAGE).toContain(`| \`${key}\` | ${value} | ${setting.sentence} |`)
  })

  it('names every key that the schema has', () => {
    const keys = new Set<string>()
    const walk = (schema: unknown) => {
      if (typeof schema !== 'object' || schema === null) return
      for (const [key, value] of Object.entries(schema)) {
        if (key === 'properties') for (const name of Object.keys(value as object)) keys.add(name)
        walk(value)
      }
    }
    walk(GATEWAY_SCHEMA)
    const missing = [...keys].filter((key) => !new RegExp(`\\b${key}\\b`).test(PAGE))
    expect(missing.filter((key) => key !== '$schema')).toEqual([])
  })
})
