/** What has happened, and what the log cannot be told of it while a disk is full. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { openTokens } from '../../src/main/mcp/tokens.ts'
import { GatewayError } from '../../src/main/model/error.ts'
import { openSecretFile } from '../../src/main/store/secrets/secret-file.ts'
import type { CallName, RequestOf } from '../../src/preload/contract.ts'
import { test } from '../support/fixtures.ts'
import { openTestGateway } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'
import { tryPin } from './people-fixture.ts'

const FULL = new GatewayError('INTERNAL', 'Nothing of the change was saved. The disk is full.', {
  isPassing: true,
})

const it = test.extend('opened', async ({ folder }, { onCleanup }) => {
  const secrets = openSecretFile({ dataFolder: join(folder, 'data') })
  const yaml = 'people: { kim: {}, bo: {} }\nclients: { claude: {}, old: {} }\n'
  const gateway = await openTestGateway(yaml, { folder, secrets })
  const tokens = await openTokens(gateway, () => {})
  const desk = openTestDesk(gateway, { person: 'kim', clientTokens: tokens })
  onCleanup(async () => {
    await desk.close()
    tokens.close()
    await gateway.close()
  })
  const { store } = gateway
  const { commit, saveSettings } = store
  const session = await desk.openSession('window')
  return {
    ...{ desk, gateway, session, tokens, secrets },
    call: <Name extends CallName>(name: Name, request: RequestOf<Name>) => ask(desk, session, name, request),
    /** The log takes nothing; what else is kept is. */
    fill: () => {
      store.commit = () => Promise.reject(FULL)
    },
    empty: () => {
      Object.assign(store, { commit, saveSettings })
    },
    noted: async () => {
      const { items } = await store.audit({}, { limit: 20 })
      const types = items.map(({ eventType }) => eventType)
      return types.filter((type) => type !== 'session.opened' && type !== 'server.initialized').sort()
    },
  }
})

it('a secret that was stored or deleted is said to be, though the log takes that later [store.noted-full]', async ({
  opened: { call, empty, fill, noted, secrets },
}) => {
  fill()
  const { names } = await call('secrets.set', { name: 'KEY', value: 'a value of a secret' })
  expect(names.map(({ name }) => name)).toEqual(['KEY'])
  expect(await noted()).toEqual([])
  empty()
  await expect.poll(noted).toEqual(['secret.stored'])
  fill()
  await call('secrets.delete', { name: 'KEY' })
  expect(await secrets.names()).toEqual([])
  empty()
  await expect.poll(noted).toEqual(['secret.deleted', 'secret.stored'])
})

it('a desk that was locked is, though the log takes that later [store.noted-full]', async ({
  opened: { call, empty, fill, noted, session },
}) => {
  fill()
  await call('people.lock', {})
  expect(session.person()).toBeNull()
  expect(await noted()).toEqual([])
  empty()
  await expect.poll(noted).toEqual(['session.locked'])
})

it('a change of the settings that was put back is said to be, and whoever it brings back has their token and PIN, though that is written down later [store.noted-full]', async ({
  opened: { call, desk, empty, gateway, session, tokens },
}) => {
  const { token } = await call('clients.createToken', { name: 'claude' })
  const bo = await desk.openSession('window')
  await call('people.switch', { name: 'bo', pin: null })
  await call('people.setPin', { current: null, next: '1357' })
  const edit = { kind: 'removeClient' as const, name: 'claude' }
  const { hash } = await call('configuration.preview', { edit })
  const { undo } = await call('configuration.save', { edit, hash })
  expect(tokens.identify(token)).toBeNull()
  const { saveSettings } = gateway.store
  gateway.store.saveSettings = (changes) =>
    changes.some(({ key }) => key === 'clientTokens' || key === 'pins')
      ? Promise.reject(FULL)
      : saveSettings(changes)
  expect(await call('configuration.undo', { undo })).toMatchObject({ secretsLeft: [] })
  expect(tokens.identify(token)).toBe('claude')
  empty()
  await expect.poll(async () => (await openTokens(gateway, () => {})).identify(token)).toBe('claude')
  expect([session.person(), bo.person(), await tryPin(desk, bo, 'bo', '1357')]).toEqual(['bo', null, 'in'])
})
