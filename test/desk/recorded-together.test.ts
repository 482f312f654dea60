/** What people change of the gateway itself, and the log of it, where the process ends at any moment or a disk is full. */
import { cpSync, existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { createWorkspaces } from '../../src/main/cli/workspaces.ts'
import type { DeskSession } from '../../src/main/desk/session.ts'
import { openTokens } from '../../src/main/mcp/tokens.ts'
import type { AuditEventType } from '../../src/main/model/audit-event.ts'
import { GatewayError } from '../../src/main/model/error.ts'
import { openSecretFile } from '../../src/main/store/secrets/secret-file.ts'
import type { CallName, RequestOf } from '../../src/preload/contract.ts'
import { test } from '../support/fixtures.ts'
import { openTestGateway, type TestGateway, type TestGatewayOptions } from '../support/gateway.ts'
import { ask, endOf, openTestDesk } from './fixture.ts'

const YAML = 'store: { kind: sqlite }\npeople: { kim: {} }\nclients: { claude: {} }\n'
const FULL = new GatewayError('INTERNAL', 'Nothing of the change was saved. The disk is full.', {
  isPassing: true,
})

interface World {
  gateway: TestGateway
  session: DeskSession
  call: <Name extends CallName>(name: Name, request: RequestOf<Name>) => ReturnType<typeof ask<Name>>
  /** As its end: a backup of the database. */
  backUp(): Promise<unknown>
  count(eventType: AuditEventType): Promise<number>
  close(): Promise<void>
}

const it = test.extend('openWorld', ({}, { onCleanup }) => {
  const closing: (() => Promise<void>)[] = []
  onCleanup(async () => {
    for (const close of closing.reverse()) await close()
  })
  return async (folder: string, options: TestGatewayOptions = {}): Promise<World> => {
    await mkdir(join(folder, 'data'), { recursive: true })
    await mkdir(join(folder, 'home', '.cursor'), { recursive: true })
    const secrets = openSecretFile({ dataFolder: join(folder, 'data') })
    const gateway = await openTestGateway(YAML, { folder, secrets, ...options })
    const clientTokens = await openTokens(gateway, () => {})
    const home = { home: join(folder, 'home'), platform: 'linux' as const, environment: {} }
    const places = {
      configuration: gateway.configuration().path,
      dataFolder: gateway.dataFolder,
      usual: false,
    }
    const workspaces = createWorkspaces({ places, secretsOf: () => secrets })
    const desk = openTestDesk(gateway, { person: 'kim', clientTokens, home, workspaces })
    let isOpen = true
    const close = async () => {
      if (!isOpen) return
      isOpen = false
      clientTokens.close()
      await desk.close()
      await gateway.close()
    }
    closing.push(close)
    const session = await desk.openSession('window')
    return {
      gateway,
      ...{ session, close },
      call: (name, request) => ask(desk, session, name, request),
      backUp: async () => await endOf(desk, session, await ask(desk, session, 'data.backup', {})),
      async count(eventType) {
        return (await gateway.store.audit({ eventTypes: [eventType] }, { limit: 1 })).total
      },
    }
  }
})

/** What is done, in which kind of entry it stands, and a look at whether it has happened. */
interface Act {
  eventType: AuditEventType
  before?(world: World): Promise<unknown>
  act(world: World): Promise<unknown>
  has(world: World): Promise<boolean>
}

const REGISTRY = { id: null, title: 'Ours', address: 'https://registry.example' }
const registries = async ({ call }: World) =>
  (await call('registries.list', {})).registries.map(({ title }) => title)
const hasToken = async ({ call }: World) =>
  (await call('settings.get', {})).clients.find(({ name }) => name === 'claude')?.token != null
const hasPin = async ({ call }: World) =>
  (await call('people.list', {})).people.find(({ name }) => name === 'kim')?.hasPin === true
const profile = { name: 'Titles', profile: { ranking: 'smart' as const } }

const KEPT: Record<string, Act> = {
  'a token that is made': {
    eventType: 'client.token_created',
    act: ({ call }) => call('clients.createToken', { name: 'claude' }),
    has: hasToken,
  },
  'a token that is revoked': {
    eventType: 'client.token_revoked',
    before: ({ call }) => call('clients.createToken', { name: 'claude' }),
    act: ({ call }) => call('clients.revokeToken', { name: 'claude' }),
    has: async (world) => !(await hasToken(world)),
  },
  'a PIN that is set': {
    eventType: 'person.pin_set',
    act: ({ call }) => call('people.setPin', { current: null, next: '1357' }),
    has: hasPin,
  },
  'a PIN that is removed': {
    eventType: 'person.pin_removed',
    before: ({ call }) => call('people.setPin', { current: null, next: '1357' }),
    act: ({ call }) => call('people.setPin', { current: '1357', next: null }),
    has: async (world) => !(await hasPin(world)),
  },
  'a registry that is saved': {
    eventType: 'registry.saved',
    act: ({ call }) => call('registries.save', REGISTRY),
    has: async (world) => (await registries(world)).includes('Ours'),
  },
  'a registry that is removed': {
    eventType: 'registry.removed',
    act: ({ call }) => call('registries.remove', { id: 'official' }),
    has: async (world) => (await registries(world)).length === 0,
  },
  'that no searches are kept': {
    eventType: 'traffic.keeping',
    act: ({ call }) => call('traffic.keep', { keep: false }),
    has: async ({ gateway }) => !gateway.traffic.keeping,
  },
}

const APPLIED: Act = {
  eventType: 'search.profile_applied',
  async act({ call }) {
    const { hash } = await call('profiles.preview', profile)
    return await call('profiles.apply', { ...profile, hash })
  },
  has: async ({ call }) => (await call('profiles.list', {})).history.some(({ name }) => name === 'Titles'),
}

const CURSOR = join('home', '.cursor', 'mcp.json')
async function pressClient({ call }: World, connects: boolean): Promise<unknown> {
  const { hash } = (await call('clients.files', {})).find(({ id }) => id === 'cursor') ?? { hash: '' }
  return connects
    ? await call('clients.connect', { id: 'cursor', hash })
    : await call('clients.disconnect', { id: 'cursor', how: 'remove', hash })
}
const isConnected = async ({ gateway }: World) =>
  (await readFile(join(gateway.folder, CURSOR), 'utf8').catch(() => '')).includes('countersign')
const store = (world: World, value: string) => world.call('secrets.set', { name: 'KEY', value })
const holds = async ({ gateway }: World, value: string | null) =>
  (await openSecretFile({ dataFolder: gateway.dataFolder }).get('KEY')) === value

const edit = { kind: 'person' as const, name: 'bo', roles: [], permissions: [] }
const SAVED: Act = {
  eventType: 'config.reloaded',
  async act({ call }) {
    const { hash } = await call('configuration.preview', { edit })
    return await call('configuration.save', { edit, hash })
  },
  has: async ({ gateway }) => Object.hasOwn(gateway.configuration().people, 'bo'),
}

const OUTSIDE: Record<string, Act> = {
  'a secret that is stored': {
    eventType: 'secret.stored',
    act: (world) => store(world, 'a value of a secret'),
    has: (world) => holds(world, 'a value of a secret'),
  },
  'a secret that is deleted': {
    eventType: 'secret.deleted',
    before: (world) => store(world, 'a value of a secret'),
    act: ({ call }) => call('secrets.delete', { name: 'KEY' }),
    has: (world) => holds(world, null),
  },
  'a client that is connected': {
    eventType: 'client.connected',
    act: (world) => pressClient(world, true),
    has: isConnected,
  },
  'a client that is disconnected': {
    eventType: 'client.disconnected',
    before: (world) => pressClient(world, true),
    act: (world) => pressClient(world, false),
    has: async (world) => !(await isConnected(world)),
  },
  'a backup': {
    eventType: 'data.backed_up',
    act: ({ backUp }) => backUp(),
    has: async ({ call }) => (await call('data.get', {})).backups.length > 0,
  },
  'a new workspace': {
    eventType: 'workspace.created',
    act: ({ call, gateway }) => call('workspace.create', { folder: join(gateway.folder, 'another') }),
    has: async ({ gateway }) => existsSync(join(gateway.folder, 'another')),
  },
}

const WITH_FILES: Record<string, Act> = {
  'a profile that is applied': APPLIED,
  'a change of the settings': SAVED,
}

/** What a process that ends at each named instant of the act leaves behind, in their order: a folder each. */
async function crashAt(
  { origin, copies }: { origin: string; copies: string },
  openWorld: (folder: string, options?: TestGatewayOptions) => Promise<World>,
  { before, act }: Act,
): Promise<{ point: string; left: string }[]> {
  const crashes: { point: string; left: string }[] = []
  let isOn = false
  const world = await openWorld(origin, {
    crashPoint(point) {
      if (!isOn) return
      const left = join(copies, String(crashes.length))
      cpSync(origin, left, { recursive: true, filter: (path) => !/\.(lock|sock)$/.test(path) })
      crashes.push({ point, left })
    },
  })
  await before?.(world)
  isOn = true
  await act(world)
  isOn = false
  await world.close()
  return crashes
}

describe('Wherever the process ends,', () => {
  it.for(Object.entries({ ...KEPT, ...OUTSIDE, ...WITH_FILES }))(
    '%s is in the log if it has happened, and only then [store.told]',
    { timeout: 60_000 },
    async ([, act], { folder, openWorld }) => {
      const origin = join(folder, 'now')
      const crashes = await crashAt({ origin, copies: join(folder, 'left') }, openWorld, act)
      const seen: boolean[] = []
      for (const { point, left } of crashes) {
        await rm(origin, { recursive: true })
        await rename(left, origin)
        // Nobody stands for what the files say then.
        const again = { configuration: join(origin, 'countersign.yaml'), vouched: false }
        const world = await openWorld(origin, again)
        const has = await act.has(world)
        // Whatever was about to be done outside of the database has been looked at then.
        await expect.poll(() => world.gateway.store.settings('outside.')).toEqual([])
        expect([point, await world.count(act.eventType)]).toEqual([point, Number(has)])
        expect(await world.gateway.store.verifyAudit()).toMatchObject({ broken: null, lost: null })
        await world.close()
        seen.push(has)
      }
      expect([seen.at(0), seen.at(-1)]).toEqual([false, true])
    },
  )
})

describe('Where the log takes nothing,', () => {
  it.for(Object.entries({ ...KEPT, ...OUTSIDE }))(
    '%s is refused, and has not happened [store.told]',
    async ([, { eventType, before, act, has }], { folder, openWorld }) => {
      const world = await openWorld(folder)
      await before?.(world)
      const { commit, saveSettings } = world.gateway.store
      const refuse = () => Promise.reject(FULL)
      Object.assign(world.gateway.store, { commit: refuse, saveSettings: refuse })
      await expect(act(world)).rejects.toThrow('Nothing of the change was saved.')
      Object.assign(world.gateway.store, { commit, saveSettings })
      expect([await has(world), await world.count(eventType)]).toEqual([false, 0])
      await act(world)
      expect([await has(world), await world.count(eventType)]).toEqual([true, 1])
    },
  )
})

it('a secret that cannot be stored, and a file of a client that cannot be written, are not in the log [store.told]', async ({
  folder,
  openWorld,
}) => {
  const world = await openWorld(folder)
  await expect(world.call('secrets.set', { name: 'not a name', value: 'x' })).rejects.toThrow('cannot be')
  await rm(join(folder, 'home', '.cursor'), { recursive: true })
  await writeFile(join(folder, 'home', '.cursor'), '')
  await expect(pressClient(world, true)).rejects.toThrow()
  expect([await world.count('secret.stored'), await world.count('client.connected')]).toEqual([0, 0])
  expect(await world.gateway.store.settings('outside.')).toEqual([])
})
