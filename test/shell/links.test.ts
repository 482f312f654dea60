import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAsked, previewRoute, readLink } from '../../src/main/shell/links.ts'

const link = (file: string) => `countersign://workspace?file=${encodeURIComponent(file)}`

describe.skipIf(process.platform === 'win32')('a link [shell.links]', () => {
  it('names the file of a workspace, and nothing else is taken from it', () => {
    expect(readLink(link('/home/ann/Our desk/countersign.yaml'))).toEqual({
      file: '/home/ann/Our desk/countersign.yaml',
    })
    expect(readLink('COUNTERSIGN://workspace/?file=%2Fa%2Fdésk.countersign')).toEqual({
      file: '/a/désk.countersign',
    })
  })

  it.each([
    ['another thing to do', 'countersign://approve?item=ap_1'],
    ['a second wish', `${link('/a/b.yaml')}&open=yes`],
    ['the same wish twice', `${link('/a/b.yaml')}&file=%2Fc.yaml`],
    ['a fragment', `${link('/a/b.yaml')}#now`],
    ['somebody’s name', 'countersign://me@workspace?file=%2Fa.yaml'],
    ['a deeper place', 'countersign://workspace/open?file=%2Fa.yaml'],
    ['no file', 'countersign://workspace'],
    ['a relative file', link('a.yaml')],
    ['a path that turns back', link('/home/ann/../eve/countersign.yaml')],
    ['another computer', link('//evil.example/share/countersign.yaml')],
    ['another computer, as Windows writes it', link('\\\\evil.example\\share\\countersign.yaml')],
    ['a device', link('/dev/zero')],
    ['a program', link('/usr/bin/rm')],
    ['a line break', link('/a\n/b.yaml')],
    ['a null', link('/a\0.yaml')],
    ['a turned line', link('/home/\u202elmay.yaml')],
    ['a character that does not show', link('/home/ann\u200b/countersign.yaml')],
    ['too much', link(`/${'a'.repeat(5000)}.yaml`)],
    ['no address', 'countersign:%%%'],
    ['another scheme in disguise', 'countersign:javascript:alert(1)'],
  ])('with %s is refused in a sentence', (_what, hostile) => {
    const asked = readLink(hostile)
    expect(asked).toEqual({ refused: expect.stringMatching(/^[A-Z].*\.$/) })
    // What it says is repeated nowhere.
    expect(JSON.stringify(asked)).not.toContain('evil')
  })

  it('never is anything but a whole path of this computer, or a sentence', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string(), fc.string({ unit: 'binary' }).map(link)), (text) => {
        const asked = readLink(text)
        if ('refused' in asked) return
        expect(asked.file).toMatch(/^\/[^/].*\.(countersign|ya?ml)$/i)
        expect(asked.file).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
      }),
    )
  })
})

describe.skipIf(process.platform === 'win32')('a command line [shell.links]', () => {
  it('asks for the file or the link in it, and switches ask for nothing', () => {
    expect(findAsked(['--no-sandbox', '/opt/app', 'desk.countersign'], '/home/ann')).toEqual({
      file: '/home/ann/desk.countersign',
    })
    expect(findAsked(['file:///home/ann/a%20b.yaml'], '/')).toEqual({ file: '/home/ann/a b.yaml' })
    expect(findAsked(['file://evil.example/share/a.yaml'], '/')).toEqual({
      refused: expect.stringContaining('another computer'),
    })
    expect(findAsked([link('/a/b.yml')], '/')).toEqual({ file: '/a/b.yml' })
    expect(findAsked(['--hidden', '--config=/a/b.yaml', '/opt/app'], '/')).toBeNull()
  })
})

it('the route to a preview keeps the path whole [shell.links]', () => {
  const route = previewRoute('/home/ann/a&b#c?d%2F é.yaml')
  expect(route).toMatch(/^#\/settings\/workspace\/[\w-]+$/)
  expect(Buffer.from(route.split('/').at(-1) ?? '', 'base64url').toString('utf8')).toBe(
    '/home/ann/a&b#c?d%2F é.yaml',
  )
})
