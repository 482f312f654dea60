import { describe, expect, it } from 'vitest'
import { listOf, textOf } from '../../src/renderer/editing/typed-list.ts'
import { hasCome } from '../../src/renderer/features/settings/connect/client-row.tsx'
import { initialsOf } from '../../src/renderer/frame/initials.ts'

describe('the mark of a person', () => {
  it('tells people apart whose names begin alike [people.seen]', () => {
    const all = ['root', 'robin', 'alex', 'Ödön']
    expect(all.map((name) => initialsOf(name, all))).toEqual(['RO', 'RB', 'A', 'Ö'])
    expect(initialsOf('ann', ['ann', 'anna'])).toBe('AN')
    expect(initialsOf('', [])).toBe('?')
  })
})

describe('a list in a field of text [settings.as-now]', () => {
  it('is what was typed, and what was there where nothing was', () => {
    expect(listOf(['Finance, EU', 'lead'], null)).toEqual(['Finance, EU', 'lead'])
    const typed = { text: 'lead, clerk,, lead, ', of: ['lead'] }
    expect(listOf(['lead'], typed)).toEqual(['lead', 'clerk'])
    // Nothing of what is being typed moves.
    expect(textOf(['lead'], typed)).toBe(typed.text)
  })

  it('keeps a name together that has a comma, as it stands in the field and as it is typed', () => {
    expect(textOf(['Finance, EU', 'lead'], null)).toBe('"Finance, EU", lead')
    const names = ['Finance, EU', 'lead', '"quoted", twice', 'a "b" c', '"']
    expect(listOf([], { text: textOf(names, null), of: [] })).toEqual(names)
    // Another one is added behind it.
    const of = ['Finance, EU']
    expect(listOf(of, { text: `${textOf(of, null)}, clerk`, of })).toEqual(['Finance, EU', 'clerk'])
    // The closing quote is still to come.
    expect(listOf([], { text: 'lead, "Finance, E', of: [] })).toEqual(['lead', 'Finance, E'])
  })

  it('keeps what was added and taken away elsewhere since it was typed', () => {
    const typed = { text: 'lead, clerk', of: ['lead', 'admin'] }
    expect(listOf(['admin', 'lead', 'auditor'], typed)).toEqual(['lead', 'auditor', 'clerk'])
    expect(textOf([], typed)).toBe('clerk')
    expect(listOf([], { text: 'lead, admin', of: ['lead', 'admin'] })).toEqual([])
    expect(listOf(['clerk'], { text: 'clerk', of: [] })).toEqual(['clerk'])
  })
})

describe('a client whose file is written', () => {
  it('is connected only when one that calls itself so has come [settings.connect]', () => {
    expect(hasCome('claude-code', [])).toBe(false)
    expect(hasCome('claude-code', [{ label: 'claude-code' }])).toBe(true)
    expect(hasCome('claude-code', [{ label: 'claude-ai' }, { label: 'codex-mcp-client' }])).toBe(false)
    expect(hasCome('claude-desktop', [{ label: 'claude-ai' }])).toBe(true)
    expect(hasCome('vscode', [{ label: 'Visual Studio Code' }])).toBe(true)
    expect(hasCome('new-one', [{ label: 'New One 2' }])).toBe(true)
  })
})
