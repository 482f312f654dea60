import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

const RENDERER = join(import.meta.dirname, '../../src/renderer')
const THEMES = ['light', 'dark'] as const
let tokens: Map<string, Record<(typeof THEMES)[number], string>>

beforeAll(async () => {
  const styles = await readFile(join(RENDERER, 'styles.css'), 'utf8')
  tokens = new Map(
    [...styles.matchAll(/--color-([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
      ([, name, light, dark]) => [name ?? '', { light: light ?? '', dark: dark ?? '' }],
    ),
  )
})

/** WCAG 2.2, relative luminance and contrast ratio. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

function tooLittle(pairs: [string, string][], least: number): string[] {
  return pairs.flatMap(([front, back]) =>
    THEMES.flatMap((theme) => {
      const colours = [tokens.get(front)?.[theme], tokens.get(back)?.[theme]]
      if (!colours[0] || !colours[1]) return [`${front} on ${back}: no such token`]
      const ratio = contrast(colours[0], colours[1])
      return ratio >= least ? [] : [`${front} on ${back}, ${theme}: ${ratio.toFixed(2)}`]
    }),
  )
}

const GROUNDS = ['canvas', 'surface', 'raised', 'sunken', 'hover', 'accent-soft']
const MEANINGS = ['needs', 'running', 'done', 'refused', 'failed', 'risky']

describe('the tokens', () => {
  it('were read [window.contrast]', () => {
    expect(tokens.size).toBeGreaterThan(25)
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
  })

  it('give every text on every ground a contrast of 4.5 [window.contrast]', () => {
    const texts = ['ink', 'ink-muted', 'ink-faint', 'accent', ...MEANINGS]
    const pairs = texts.flatMap((text) => GROUNDS.map((ground): [string, string] => [text, ground]))
    const soft = MEANINGS.map((meaning): [string, string] => [meaning, `${meaning}-soft`])
    const solid: [string, string][] = [
      ['on-accent', 'accent-solid'],
      ['on-accent', 'accent-solid-hover'],
      ['on-accent', 'failed-solid'],
      ['on-accent', 'failed-solid-hover'],
      ['ink', 'needs-soft'],
      ['ink-muted', 'needs-soft'],
      ['ink', 'failed-soft'],
      ['ink-muted', 'failed-soft'],
    ]
    expect(tooLittle([...pairs, ...soft, ...solid], 4.5)).toEqual([])
  })

  it('give controls and the focus a contrast of 3 [window.contrast]', () => {
    const grounds = ['canvas', 'surface', 'raised']
    const pairs = ['control', 'focus'].flatMap((part) =>
      grounds.map((ground): [string, string] => [part, ground]),
    )
    expect(tooLittle(pairs, 3)).toEqual([])
  })

  it('show what is under the pointer, and what is still to come, on every ground that floats [window.contrast]', () => {
    expect(
      tooLittle(
        ['surface', 'raised'].map((ground) => ['hover', ground]),
        1.15,
      ),
    ).toEqual([])
  })

  it('are the only place that names a colour [window.tokens]', async () => {
    const files = (await readdir(RENDERER, { recursive: true })).filter(
      (file) => /\.(tsx?|css|html)$/.test(file) && file !== 'styles.css',
    )
    expect(files.length).toBeGreaterThan(40)
    const named = await Promise.all(
      files.map(async (file) => {
        const text = await readFile(join(RENDERER, file), 'utf8')
        const found = text.match(
          /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?![\w-])|\b(?:rgba?|hsla?|oklch|oklab)\(/gi,
        )
        return found ? [`${file}: ${found.join(' ')}`] : []
      }),
    )
    expect(named.flat()).toEqual([])
  })
})
