/** What a person looks at before they save is read and checked once, and again where anything has changed meanwhile. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createLoader } from '../../src/main/config/loader.ts'
import type { SearchProfile } from '../../src/main/model/search-profile.ts'
import { start } from '../support/gateway.ts'
import { openShop, SHOP, type Shop } from './search-fixture.ts'

const loader = createLoader({
  warn(message) {
    throw new Error(message)
  },
})
let loads = 0
/** The real one, counted; it outlives the gateways. */
const counted = {
  ...loader,
  load(request: Parameters<typeof loader.load>[0]) {
    loads += 1
    return loader.load(request)
  },
  close: async () => undefined,
}

beforeEach(() => {
  loads = 0
})
afterAll(() => loader.close())

const TITLES: SearchProfile = { ranking: 'smart', weights: { title: 8 } }
const look = (shop: Shop) => shop.ask('profiles.preview', { name: 'Titles', profile: TITLES })
const apply = (shop: Shop, hash: string) =>
  shop.ask('profiles.apply', { name: 'Titles', profile: TITLES, hash })

describe('a change that was looked at', () => {
  it('is saved without being read and checked again, nor is its file afterwards [live.loaded-once]', async () => {
    const shop = await openShop(SHOP, {}, { loader: counted })
    const { hash } = await look(shop)
    expect(loads).toBe(1)
    await apply(shop, hash)
    // As the watch does.
    await shop.gateway.live.consider()
    expect(loads).toBe(1)
    expect(shop.gateway.live.status().disk).toEqual({ kind: 'same' })
    expect(shop.gateway.discovery.profile()).toMatchObject(TITLES)
    expect(await shop.agentFinds('refund')).toEqual(['refund'])
    await shop.restart()
    expect(shop.gateway.discovery.profile()).toMatchObject(TITLES)
  })

  it('is read again where what it is compared with has changed, or what runs [live.loaded-once]', async () => {
    const shop = await openShop(SHOP, {}, { loader: counted })
    await look(shop)
    await start(shop.gateway, 'close_shop')
    const { hash } = await look(shop)
    expect(loads).toBe(2)
    await apply(shop, hash)
    expect(loads).toBe(2)
    await shop.ask('profiles.preview', { name: 'Titles', profile: { ...TITLES, typo: 0.5 } })
    expect(loads).toBe(3)
  })

  it('does not hide what else has changed on the disk: that waits, and is not accepted by saving [live.loaded-once] [live.saved]', async () => {
    const people = 'people: { robin: {} }\n'
    const files = { 'more.yaml': people }
    const shop = await openShop(`include: [more.yaml]\n${SHOP}`, files, { loader: counted })
    const { hash } = await look(shop)
    await writeFile(join(shop.folder, 'more.yaml'), 'people: { robin: {}, sam: {} }\n')
    await apply(shop, hash)
    expect(shop.gateway.live.status().disk.kind).toBe('waiting')
    expect(Object.keys(shop.gateway.configuration().people)).toEqual(['robin', 'kim'])
    await writeFile(join(shop.folder, 'more.yaml'), people)
    await shop.gateway.live.consider()
    expect(shop.gateway.live.status().disk.kind).toBe('same')
    // Neither a file that is gone, nor one that has come, is what was read.
    await rm(join(shop.folder, 'more.yaml'))
    await shop.gateway.live.consider()
    expect(shop.gateway.live.status().disk.kind).toBe('invalid')
  })

  it('is checked again where a variable that it needs is gone by now [live.loaded-once]', async () => {
    const environment: Record<string, string | undefined> = { ...process.env, SHOP_TOKEN: 'x' }
    const server = `connections: { shop: { kind: mcp, command: nothing, env: { TOKEN: "\${SHOP_TOKEN}" } } }\n`
    const shop = await openShop(`${SHOP}${server}`, {}, { loader: counted, environment })
    const { hash } = await look(shop)
    delete environment.SHOP_TOKEN
    expect(await shop.fails('profiles.apply', { name: 'Titles', profile: TITLES, hash })).toBeDefined()
    expect(await shop.text()).toBe(`${SHOP}${server}`)
    expect(loads).toBeGreaterThan(1)
  })
})
