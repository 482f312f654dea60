import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { editText } from '../../../src/main/config/edit/text.ts'
import type { Path } from '../../../src/main/config/read/tree.ts'
import type { JsonValue } from '../../../src/main/model/json.ts'
import { runs } from '../../support/effort.ts'

const FILE = `# Our desk
version: "1.0.0"   # of the format
people:
  # anna leads
  anna: { roles: [lead] }   # since May

  bob:
    roles:
      - writer
    permissions: [publish]
# what waits
approvals:
connections:
  notes: &notes
    kind: mcp
    command: notes
    approval: # ask first
      required: true
  copy: *notes
proxy:
  import:
    - connection: notes
      approval: { required: true }
`

/** The lines that are gone and new. */
function changed(before: string, after: string): { gone: string[]; added: string[] } {
  const [was, is] = [before.split('\n'), after.split('\n')]
  return {
    gone: was.filter((line) => !is.includes(line)),
    added: is.filter((line) => !was.includes(line)),
  }
}

describe('the editor of a configuration file', () => {
  it('leaves a comment on the line of the name whose value becomes longer [edit.bytes]', () => {
    const file = 'discovery:\n  profile: smart # since March\n  homeLimit: 5\n'
    const value = { ranking: 'smart', weights: { title: 7 } }
    expect(editText(file, [{ path: ['discovery', 'profile'], value }])).toBe(
      'discovery:\n  profile: # since March\n    ranking: smart\n    weights:\n      title: 7\n  homeLimit: 5\n',
    )
  })

  it('puts what is new behind the comments that stand within what is before it [edit.bytes]', () => {
    const file =
      'proxy:\n  import:\n    - connection: a\n      # or two people:\n      # quorum: 2\n    # the next\n'
    const list = editText(file, [{ path: ['proxy', 'import', 1], value: { connection: 'b' } }])
    expect(list).toBe(file.replace('    # the next', '    - { connection: b }\n    # the next'))
    const pair = editText(file, [{ path: ['proxy', 'expose'], value: [] }])
    expect(pair).toBe(`${file}  expose: []\n`)
  })

  it('takes out with an entry what is said of it alone, and nothing that is said of others [edit.comments]', () => {
    const file = `connections:
  # a is old
  a: { kind: mcp } # since May
  # b is new
  b:
    kind: mcp
    # or two people
  # c: { kind: mcp }
  # for later
  d: { kind: mcp }
# what agents find
proxy:
  import: # one
  # of a
  - connection: a
  # exposed
  expose: []
`
    const without = (...paths: Path[]) =>
      editText(
        file,
        paths.map((path) => ({ path, value: undefined })),
      )
    const gone = (text: string) => changed(file, text).gone.map((line) => line.trim())
    expect(gone(without(['connections', 'a']))).toEqual(['# a is old', 'a: { kind: mcp } # since May'])
    expect(gone(without(['connections', 'b']))).toEqual(['# b is new', 'b:', 'kind: mcp', '# or two people'])
    // What may be switched off stays.
    expect(gone(without(['connections', 'd']))).toEqual(['d: { kind: mcp }'])
    // What stands above the first of all may be said of all.
    expect(gone(without(['connections']))).toContain('# a is old')
    const first = 'people:\n  # who decides\n  a: {}\n  b: {}\n'
    expect(editText(first, [{ path: ['people', 'a'], value: undefined }])).toBe(
      first.replace('  a: {}\n', ''),
    )
    for (const lineEnd of ['\n', '\r\n'])
      expect(
        editText(file.replaceAll('\n', lineEnd), [{ path: ['proxy', 'import', 0], value: undefined }]),
      ).toBe(
        file
          .replace('import: # one\n  # of a\n  - connection: a\n', 'import: [] # one\n')
          .replaceAll('\n', lineEnd),
      )
    const braces = 'a: {\n  b: 1, # b\n  # about c\n  c: 2, # c\n}\n'
    expect(editText(braces, [{ path: ['a', 'b'], value: undefined }])).toBe(
      braces.replace('  b: 1, # b\n', ''),
    )
    expect(editText(braces, [{ path: ['a', 'c'], value: undefined }])).toBe('a: {\n  b: 1, # b\n}\n')
  })

  it('writes a text of several lines on one, where nothing else can stand [edit.bytes]', () => {
    for (const text of ['a\nb', 'a\r\n\r\nb: c', '\n', 'x\u2028y']) {
      const file = editText(FILE, [{ path: ['people', 'anna', 'roles'], value: [text] }])
      const named = editText(file, [{ path: ['people', 'bob', 'title'], value: text }])
      expect(parse(named).people).toMatchObject({ anna: { roles: [text] }, bob: { title: text } })
    }
  })

  it('keeps a byte order mark, which is no column of the first line [edit.bytes]', () => {
    const add = [{ path: ['c'], value: 3 }]
    expect(editText('\uFEFFa: 1\r\nb: 2\r\n', add)).toBe('\uFEFFa: 1\r\nb: 2\r\nc: 3\r\n')
    const json = editText('\uFEFF{"a": 1}', add)
    expect(JSON.parse(json.slice(1))).toEqual({ a: 1, c: 3 })
  })

  it('says of a change that would break the file that it is the change [edit.refuses]', () => {
    const file = 'a: &x [1]\nb: *x\n'
    expect(() => editText(file, [{ path: ['a'], value: undefined }])).toThrow(/^‘a’ cannot be changed here/)
  })

  it('changes nothing but what it is asked to [edit.bytes]', () => {
    expect(
      changed(FILE, editText(FILE, [{ path: ['people', 'anna', 'roles'], value: ['lead', 'a, b'] }])),
    ).toEqual({
      gone: ['  anna: { roles: [lead] }   # since May'],
      added: ['  anna: { roles: [lead, "a, b"] }   # since May'],
    })
    expect(
      changed(FILE, editText(FILE, [{ path: ['people', 'bob', 'permissions'], value: undefined }])),
    ).toEqual({
      gone: ['    permissions: [publish]'],
      added: [],
    })
    expect(
      changed(FILE, editText(FILE, [{ path: ['proxy', 'import', 0, 'approval', 'quorum'], value: 2 }])),
    ).toEqual({
      gone: ['      approval: { required: true }'],
      added: ['      approval: { required: true, quorum: 2 }'],
    })
  })

  it('adds to a list as it is written: on its line, on lines of its own, or with dashes [edit.bytes]', () => {
    const add = (file: string) => editText(file, [{ path: ['roles', 1], value: 'lead' }])
    expect(add('roles: [writer] # both\nb: 1\n')).toBe('roles: [writer, lead] # both\nb: 1\n')
    expect(add('roles: [\n  writer\n]\n')).toBe('roles: [\n  writer,\n  lead\n]\n')
    expect(add('roles:\n  - writer # first\nb: 1\n')).toBe('roles:\n  - writer # first\n  - lead\nb: 1\n')
  })

  it('makes the maps that are missing [edit.bytes]', () => {
    const edited = editText(FILE, [
      { path: ['approvals', 'timeoutMs'], value: 1000 },
      { path: ['clients', 'ci'], value: { roles: ['bot'] } },
      { path: ['people', 'carl', 'roles'], value: [] },
    ])
    expect(changed(FILE, edited)).toEqual({
      gone: [],
      added: ['  carl:', '    roles: []', '  timeoutMs: 1000', 'clients:', '  ci:', '    roles: [bot]'],
    })
    expect(parse(editText('', [{ path: ['a', 'b'], value: 1 }]))).toEqual({ a: { b: 1 } })
  })

  it('leaves a map that has nothing left in it as an empty one [edit.bytes]', () => {
    const edited = editText('a:\n  b:\n    c: 1\nd: 2\n', [{ path: ['a', 'b', 'c'], value: undefined }])
    expect(edited).toBe('a:\n  b: {}\nd: 2\n')
    expect(editText(edited, [{ path: ['no', 'such'], value: undefined }])).toBe(edited)
  })

  it('keeps the line ends of the file, and JSON stays JSON [edit.bytes]', () => {
    const windows = 'a: 1\r\nb:\r\n  c: 2\r\n'
    expect(editText(windows, [{ path: ['b', 'd'], value: { e: 1 } }])).toBe(`${windows}  d:\r\n    e: 1\r\n`)
    const json = '{\n  "version": "1.0.0",\n  "people": {\n    "anna": {}\n  }\n}\n'
    const edited = editText(json, [
      { path: ['people', 'bob'], value: { roles: ['x'] } },
      { path: ['people', 'anna'], value: undefined },
    ])
    expect(JSON.parse(edited)).toEqual({ version: '1.0.0', people: { bob: { roles: ['x'] } } })
    expect(edited).toContain('    "bob": {\n      "roles": [\n        "x"\n      ]\n    }\n  }\n}\n')
  })

  it('refuses what would reach further than was asked, and a file with errors [edit.refuses]', () => {
    expect(() => editText(FILE, [{ path: ['connections', 'copy', 'command'], value: 'x' }])).toThrow(/alias/)
    expect(() => editText(FILE, [{ path: ['connections', 'notes', 'command'], value: 'x' }])).toThrow(/alias/)
    expect(() => editText('a: [', [{ path: ['b'], value: 1 }])).toThrow(/cannot be read/)
    expect(() => editText('a: text\n', [{ path: ['a', 'b'], value: 1 }])).toThrow(/no place/)
  })

  it('makes many changes in one pass as it makes them one after the other [edit.exact] [edit.bytes]', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e f', 'g')
    const value = fc.oneof(
      fc.integer({ min: 0, max: 9 }),
      fc.constant(undefined),
      fc.constant({ required: true, quorum: 2 }),
    )
    const found = fc.dictionary(name, fc.oneof(fc.integer(), fc.constant({ required: false })), {
      maxKeys: 4,
    })
    fc.assert(
      fc.property(
        found,
        fc.uniqueArray(name, { minLength: 2, maxLength: 6 }),
        fc.array(value, { minLength: 6, maxLength: 6 }),
        fc.boolean(),
        (tools, names, values, flow) => {
          const held = stringify(tools, flow ? { collectionStyle: 'flow' } : {})
          const text = flow
            ? `# kept\nrules:\n  - tools: ${held.trim()} # here\n    last: 1\n`
            : `# kept\nrules:\n  - tools:\n${held.replace(/^/gm, '      ').trimEnd()}\n    last: 1 # here\n`
          fc.pre(Object.keys(tools).length > 0)
          const edits = names.map((each, index) => ({
            path: ['rules', 0, 'tools', each],
            value: values[index],
          }))
          let edited: string
          let wanted: string
          try {
            edited = editText(text, edits)
            wanted = edits.reduce((before, edit) => editText(before, [edit]), text)
          } catch (error) {
            // Refusing is allowed, writing something else is not.
            expect(error).toMatchObject({ name: 'Uneditable' })
            fc.pre(false)
            return
          }
          expect(parse(edited)).toEqual(parse(wanted))
          expect(edited).toContain('# kept\n')
          expect(edited).toContain('# here')
        },
      ),
      { numRuns: runs(200, 3000) },
    )
  })

  it('writes a thousand tools into one file in a moment [edit.bytes]', () => {
    const file = 'import:\n  - tools:\n      first: true # stays\n    prefix: x\n'
    const edits = Array.from({ length: 1000 }, (_, index) => ({
      path: ['import', 0, 'tools', `tool_${index}`],
      value: { required: 'unlessReadOnly' },
    }))
    const edited = editText(file, edits)
    expect(edited).toContain('      first: true # stays\n      tool_0:\n        required: unlessReadOnly\n')
    expect(edited.endsWith('      tool_999:\n        required: unlessReadOnly\n    prefix: x\n')).toBe(true)
  })

  it('holds exactly what was asked for, whatever the file is [edit.exact]', () => {
    const word = fc.constantFrom('a', 'b', 'on', '1', 'long name', '#x', 'y: z', '', '- q', 'ü')
    const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), word, fc.constant('two\nlines\n')),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(word, tie('value'), { maxKeys: 3 }),
      ),
    }))
    const whole = fc.dictionary(word, value, { minKeys: 1, maxKeys: 4 })
    fc.assert(
      fc.property(
        whole,
        fc.array(word, { minLength: 1, maxLength: 3 }),
        value,
        fc.boolean(),
        (before, path, put, flow) => {
          const text = stringify(before, {
            lineWidth: 0,
            ...(flow ? { collectionStyle: 'flow' as const } : {}),
          })
          let edited: string
          try {
            edited = editText(`# kept\n${text}# kept, too\n`, [{ path, value: put }])
          } catch (error) {
            // Refusing is allowed, writing something else is not.
            expect(error).toMatchObject({ name: 'Uneditable' })
            fc.pre(false)
            return
          }
          expect(edited.startsWith('# kept\n')).toBe(true)
          expect(edited).toContain('# kept, too\n')
          let here: JsonValue | undefined = parse(edited) as JsonValue
          for (const step of path) here = (here as Record<string, JsonValue>)[step]
          expect(here).toEqual(put)
        },
      ),
      { numRuns: runs(300, 5000) },
    )
  })
})
