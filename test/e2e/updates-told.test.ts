/** What a person is told whose package manager has installed Countersign, at the browser desk of such a copy. */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { signManifest } from '../../src/main/updates/manifest.ts'
import { ROOT } from '../setup/found.ts'
import { launchBrowser } from '../support/browser.ts'
import { readDesk } from '../support/desk-page.ts'
import { makeFolder } from '../support/folders.ts'
import { startGatewayOf } from '../support/gateway-process.ts'
import { describeWhere } from '../support/needs.ts'
import { makeSigningKey, manifestFor, openUpdateServer } from '../support/update-server.ts'

describeWhere(['chromium'], 'An update of what a package manager installed', () => {
  it.skipIf(process.platform !== 'linux')(
    'is told with a command that stays in the window, however narrow that is [update.told]',
    async () => {
      const [key, server, place, home] = [
        makeSigningKey(),
        await openUpdateServer(),
        makeFolder('deb'),
        makeFolder('home'),
      ]
      for (const clean of [server.close, place.remove, home.remove]) onTestFinished(clean)
      const name = `countersign-1.0.1-${'long'.repeat(40)}.deb`
      const [file] = manifestFor(Buffer.from('a package')).files
      if (file === undefined) throw new Error('It names no file.')
      const files = [{ ...file, kind: 'deb' as const, name }]
      server.list = signManifest(manifestFor(Buffer.from('a package'), { files }), [key.private])

      // As the package lays it out, around the program.
      const root = join(place.path, 'command-line')
      for (const part of ['out', 'resources', 'package.json'])
        cpSync(join(ROOT, part), join(root, part), { recursive: true })
      symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
      writeFileSync(join(place.path, 'package-type'), 'deb\n')
      const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
      writeFileSync(join(root, 'package.json'), JSON.stringify({ ...manifest, version: '1.0.0' }))
      const source = { address: server.address, channel: 'stable', page: null, keys: [key.public] }
      writeFileSync(join(root, 'out/updates.json'), JSON.stringify(source))

      const gateway = await startGatewayOf(join(root, 'out/main/cli.js'), { home: home.path }, '--desk')
      onTestFinished(async () => void (await gateway.stop()))
      const browser = await launchBrowser()
      onTestFinished(() => browser.close())
      const page = await browser.newPage({ viewport: { width: 720, height: 480 } })
      await page.goto(gateway.ready.desk ?? '')
      await readDesk(page).untilConnected()
      await page.evaluate(() => {
        location.hash = '#/settings/about'
      })
      await page.getByRole('button', { name: 'Check now', exact: true }).click()
      const told = page.getByText('then run this in its folder')
      await told.first().waitFor()
      expect(await told.first().innerText()).toContain(`sudo apt install './${name}'`)
      const over = await told.first().evaluate((each) => each.getBoundingClientRect().right - innerWidth)
      expect(over).toBeLessThanOrEqual(0)
    },
  )
})
