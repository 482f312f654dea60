/** Pairs of configurations that differ in what they say of single tools. */
import { describe, expect, it } from 'vitest'
import { compareConfigurations } from '../../../src/main/config/reload/difference.ts'
import { loadText } from './load-text.ts'

const withImports = (...rules: string[]) => `
connections: { files: { kind: mcp, command: files-server } }
proxy: { import: [${rules.map((rule) => `{ connection: files, ${rule} }`).join(', ')}] }
`
const compare = async (before: string, after: string) =>
  compareConfigurations(await loadText(before), await loadText(after))

const ASKED = 'prefix: files, approval: { by: { role: lead } }'
const CALLS = `
workflows:
  w: { initialState: a, states: { a: { transitions: { go: { target: b, executor: { kind: mcp, connection: files, tool: wipe } } } }, b: {} } }
`

describe('what is loosened for single tools is named, each by its name [tools.freed]', () => {
  it.each<[string, string[], string[], string]>([
    [
      'one that nobody is asked about any more',
      [ASKED],
      [`${ASKED}, toolApproval: { read: { required: false } }`],
      'Agents can now run “read” of ‘files’ without asking a person.',
    ],
    [
      'several at once, in one sentence',
      [ASKED],
      [`${ASKED}, toolApproval: { read: { required: false }, list: { required: false } }`],
      'Agents can now run “list”, “read” of ‘files’ without asking a person.',
    ],
    [
      'one whose own approval is gone, where its import asks nobody',
      ['prefix: files, toolApproval: { wipe: { required: true } }'],
      ['prefix: files'],
      'Agents can now run “wipe” of ‘files’ without asking a person.',
    ],
    [
      'one of a new import',
      [],
      [`${ASKED}, toolApproval: { read: { required: false } }`],
      'Agents can now run “read” of ‘files’ without asking a person.',
    ],
    [
      'one that only asks when it writes',
      [ASKED],
      [`${ASKED}, toolApproval: { read: { required: unlessReadOnly, by: { role: lead } } }`],
      'The tool “read” of the server ‘files’: its approval is left out for read-only tools.',
    ],
    [
      'several for which fewer people are asked',
      ['prefix: files, approval: { quorum: 3 }'],
      ['prefix: files, approval: { quorum: 3 }, toolApproval: { a: { quorum: 2 }, b: { quorum: 2 } }'],
      'Each of the tools “a”, “b” of the server ‘files’: its approval takes 2 instead of 3 people.',
    ],
    [
      'one for which somebody else decides',
      [ASKED],
      [`${ASKED}, toolApproval: { read: { by: { role: intern } } }`],
      'The tool “read” of the server ‘files’: its approval is for other people to give.',
    ],
    [
      'one that is confirmed to read',
      ['prefix: files, approval: { required: unlessReadOnly }'],
      ['prefix: files, approval: { required: unlessReadOnly }, toolReadOnly: { wipe: true }'],
      'Agents can now run “wipe” of ‘files’ without asking a person.',
    ],
    [
      'one that is confirmed to read, where only others could ask',
      ['prefix: files'],
      ['prefix: files, toolReadOnly: { wipe: true }'],
      'The tool “wipe” of the server ‘files’ counts as read-only now: approvals that leave out what only reads do not hold it.',
    ],
    [
      'one that is not confirmed to write any more',
      ['prefix: files, toolReadOnly: { wipe: false }'],
      ['prefix: files'],
      'The tool “wipe” of the server ‘files’ is no longer confirmed to write: what its server says of it counts again.',
    ],
    [
      'one with a name that would end a quotation',
      [ASKED],
      [`${ASKED}, toolApproval: { "a” is safe. “b": { required: false } }`],
      'Agents can now run “a[U+201D] is safe. [U+201C]b” of ‘files’ without asking a person.',
    ],
  ])('%s', async (_, before, after, said) => {
    const { weaker, risk, wordsOnly } = await compare(withImports(...before), withImports(...after))
    expect(wordsOnly).toBe(false)
    expect(weaker).toContain(said)
    expect(risk?.level).toBe('high')
  })

  it.each<[string, string[], string[]]>([
    [
      'one that is asked about by more people',
      [ASKED],
      [`${ASKED}, toolApproval: { wipe: { by: { role: lead }, quorum: 2 } }`],
    ],
    ['one that is confirmed to write', ['prefix: files'], ['prefix: files, toolReadOnly: { wipe: false }']],
    [
      'one whose approval is written out',
      [ASKED],
      [`${ASKED}, toolApproval: { wipe: { by: { role: lead } } }`],
    ],
    ['one that agents are not offered any more', [ASKED], [`${ASKED}, exclude: [wipe]`]],
    [
      'one whose import asks nobody any more, and that is asked about all the same',
      ['prefix: files, include: [wipe], toolApproval: { wipe: { quorum: 2 } }, approval: { quorum: 2 }'],
      [
        'prefix: files, include: [wipe], toolApproval: { wipe: { quorum: 2 } }, approval: { quorum: 2 }, exclude: []',
      ],
    ],
  ])('%s is not', async (_, before, after) => {
    expect((await compare(withImports(...before), withImports(...after))).weaker).toEqual([])
  })

  it('one that goes out of an asking import is named where a workflow calls it, unless its own approval stays', async () => {
    const before = withImports(ASKED) + CALLS
    const said = 'The approval before tools of the server ‘files’ holds for fewer of them.'
    const out = await compare(before, withImports(`${ASKED}, exclude: [wipe]`) + CALLS)
    expect(out.weaker).toContain(said)
    const kept = `${ASKED}, exclude: [wipe], toolApproval: { wipe: { by: { role: lead } } }`
    expect((await compare(before, withImports(kept) + CALLS)).weaker).toEqual([])
    const other = withImports(ASKED, 'prefix: more')
    const shown = withImports(`${ASKED}, exclude: [wipe]`, 'prefix: more')
    expect((await compare(other, shown)).weaker).toContain(said)
  })
})

describe('a tool that two imports give the same id has the tags of the first [weaker.who]', () => {
  const sees = (first: string, second = 'include: [a], tags: [open]') =>
    `${withImports(`prefix: files, ${first}`, `prefix: files, ${second}`)}clients: { ci: { tags: [open] } }\n`
  const said =
    'The client ‘ci’ gets the sight of tools of the server ‘files’ that an earlier entry no longer takes, by the tag ‘open’.'
  it.each(['tags: [secret], exclude: [a]', 'tags: [secret], include: [b]'])(
    'so whoever sees what the second tags is named where the first leaves it: %s',
    async (first) => {
      expect((await compare(sees('tags: [secret]'), sees(first))).weaker).toEqual([said])
    },
  )

  it.each([
    [
      'tags: [secret], include: [a, b]',
      'tags: [secret], include: [a, b], exclude: [b]',
      'include: [c], tags: [open]',
    ],
    ['tags: [open]', 'tags: [open], exclude: [a]', 'include: [a], tags: [open]'],
    ['tags: [secret]', 'tags: [secret], exclude: [a]', 'include: [a], tags: [secret]'],
  ])('and nobody is where nobody gains by it: %s → %s', async (was, is, second) => {
    expect((await compare(sees(was, second), sees(is, second))).weaker).toEqual([])
  })
})
