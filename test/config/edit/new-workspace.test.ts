import { mkdir, readdir, readFile, realpath, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { explainUnmade } from '../../../src/main/cli/system-failure.ts'
import { createWorkspace, suggestFolder } from '../../../src/main/config/edit/new-workspace.ts'
import { loadConfiguration } from '../../../src/main/config/load.ts'
import { makeFolder } from '../../../src/main/store/make-folder.ts'
import { test as it } from '../../support/fixtures.ts'

describe('a workspace of one’s own [first-run.own-workspace]', () => {
  let home: string
  let taken: string
  it.beforeEach(async ({ folder }) => {
    home = await realpath(folder)
    taken = join(home, 'data')
    await mkdir(taken)
  })
  const create = (folder: string) =>
    createWorkspace(folder, {
      userHome: home,
      resources: 'resources',
      taken: [taken],
      ...{ makeFolder, during: (_, make) => make() },
      explain: explainUnmade,
    })

  it('begins with a configuration that has no problem and a gate, in a new folder', async () => {
    const made = await create(join(home, 'deep', 'own'))
    expect(made).toEqual({
      configuration: join(home, 'deep/own/countersign.yaml'),
      data: join(home, 'deep/own/data'),
    })
    const { configuration, problems } = await loadConfiguration(join(home, 'deep/own/countersign.yaml'), {})
    expect(problems).toEqual([])
    expect(configuration?.imports[0]?.gate).toMatchObject({ required: 'unlessReadOnly' })
    expect(await readFile(join(home, 'deep/own/countersign.yaml'), 'utf8')).toMatch(/^# A workspace/)
    expect((await stat(join(home, 'deep/own'))).mode & 0o777).toBe(0o700)
    expect(await readdir(join(home, 'deep'))).toEqual(['own'])
  })

  it('shows how two people approve something, in lines that only have to be uncommented', async () => {
    const path = join(home, 'two', 'countersign.yaml')
    await create(join(home, 'two'))
    const text = await readFile(path, 'utf8')
    const two = text
      .replace('      approval: { required: unlessReadOnly }\n', '')
      .replace('# approval: {', 'approval: {')
      .replace(/^# (people:\n)#( +kim.*\n)#( +bo.*\n)/m, '$1$2$3')
    await writeFile(path, two)
    const { configuration, problems } = await loadConfiguration(path, {})
    expect(problems).toEqual([])
    expect(configuration?.imports[0]?.gate).toMatchObject({ quorum: 2, by: { role: 'lead' } })
    expect(Object.keys(configuration?.people ?? {})).toEqual(['kim', 'bo'])
  })

  it('goes into an empty folder, and to one below the home that is written with ~', async () => {
    await mkdir(join(home, 'empty'))
    expect(await create('~/empty')).toHaveProperty('configuration')
    expect((await readdir(join(home, 'empty'))).sort()).toEqual(['countersign.yaml', 'files'])
  })

  it.each([
    ['is not empty', 'full', /is not empty/],
    ['is a file', 'file', /exists and is no folder/],
    ['is a link to there', 'link', /in a folder of Countersign/],
    ['is in the data folder', 'data/own', /in a folder of Countersign/],
    ['leads there by a link', 'link/own', /in a folder of Countersign/],
    ['leads there by dots', 'full/../data/own', /in a folder of Countersign/],
    ['cannot be made', 'file/own', /own cannot be used: there is a file where a folder is needed/],
  ])('is refused where the folder %s, and nothing is touched', async (_why, name, problem) => {
    await mkdir(join(home, 'full'))
    await writeFile(join(home, 'full/mine.txt'), 'mine')
    await writeFile(join(home, 'file'), 'mine')
    await symlink(taken, join(home, 'link'))
    expect(await create(`${home}/${name}`)).toEqual({ problem: expect.stringMatching(problem) })
    expect((await readdir(home)).sort()).toEqual(['data', 'file', 'full', 'link'])
    expect(await readdir(join(home, 'full'))).toEqual(['mine.txt'])
    expect(await readdir(taken)).toEqual([])
  })

  it.each(['own', './own', '', ' ', '/', '/a\nb', '~other/own'])('is refused at ‘%s’', async (folder) => {
    expect(await create(folder)).toEqual({ problem: expect.stringMatching(/whole path|of its own/) })
  })

  it.each(['/proc/own', '/proc/none/own'])(
    'is refused, and not tried for ever, in a folder that takes no new ones: %s',
    async (folder) => {
      const problem = `The folder ${folder} cannot be used: no folder can be made there. Choose another one.`
      expect(await create(folder)).toEqual({ problem })
    },
  )

  it('is suggested where nothing is', async () => {
    expect(await suggestFolder(join(home, 'own'))).toBe(join(home, 'own'))
    await mkdir(join(home, 'own'))
    expect(await suggestFolder(join(home, 'own'))).toBe(join(home, 'own-2'))
  })
})
