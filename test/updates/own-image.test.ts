/** Whether this program runs from an AppImage, and from which. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { findImage } from '../../src/main/updates/own-image.ts'
import { test as it } from '../support/fixtures.ts'

describe('the file of an image', () => {
  const APPIMAGE = '/home/anna/Countersign.AppImage'

  it('is the one whose folder this program lies in, mounted or unpacked [update.own-image]', ({ folder }) => {
    const mount = join(folder, '.mount_CountXXXXXX')
    mkdirSync(mount)
    const program = join(mount, 'countersign-desk')
    writeFileSync(program, '')
    expect(findImage({ APPIMAGE, APPDIR: mount }, program)).toBe(APPIMAGE)
    expect(findImage({ APPIMAGE, APPDIR: `${folder}//.mount_CountXXXXXX/` }, program)).toBe(APPIMAGE)
    // The system names a program by where it is, a runtime its folder by what it was told.
    symlinkSync(folder, join(folder, 'temporary'))
    expect(findImage({ APPIMAGE, APPDIR: join(folder, 'temporary/.mount_CountXXXXXX') }, program)).toBe(
      APPIMAGE,
    )
  })

  it('is not that of a program which has started this one [update.own-image]', ({ folder }) => {
    const [editor, opt] = [join(folder, '.mount_edit'), join(folder, '.mount_editor/countersign')]
    mkdirSync(editor)
    mkdirSync(opt, { recursive: true })
    const program = join(opt, 'countersign-desk')
    writeFileSync(program, '')
    expect(findImage({ APPIMAGE: '/opt/editor.AppImage', APPDIR: editor }, program)).toBeNull()
    // It has ended meanwhile.
    expect(findImage({ APPIMAGE: '/opt/editor.AppImage', APPDIR: join(folder, 'gone') }, program)).toBeNull()
    for (const environment of [{}, { APPIMAGE }, { APPDIR: opt }, { APPIMAGE: '', APPDIR: opt }])
      expect(findImage(environment, program)).toBeNull()
  })
})
