import { mkdir, rename, rm, rmdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect } from 'vitest'
import { ConfigurationDiffers, ConfigurationInvalid } from '../../src/main/model/failure-to-open.ts'
import { test as it } from '../support/fixtures.ts'
import {
  openTestGateway,
  pending,
  press,
  type TestGateway,
  type TestGatewayOptions,
} from '../support/gateway.ts'
import { contentOf } from '../support/items.ts'

let folder: string
let open: TestGateway | null

it.beforeEach(async ({ folder: made }) => {
  folder = made
  open = null
})
afterEach(async () => {
  await open?.close()
})

const FLOW = (description: string, actor: string) => `version: "1.0.0"
workflows:
  deploy:
    description: ${description}
    initialState: ready
    states:
      ready: { transitions: { go: { target: done, actor: ${actor} } } }
      done: {}
`
const file = (name = 'countersign.yaml') => join(folder, name)
const write = (description: string, actor: string, name?: string) =>
  writeFile(file(name), FLOW(description, actor))

/** As a pipe or the app opens it, unless the options say otherwise. */
async function start(options: TestGatewayOptions = {}): Promise<TestGateway> {
  await open?.close()
  open = null
  open = await openTestGateway('', { folder, configuration: file(), vouched: false, ...options })
  return open
}
const actor = () => open?.catalog.workflow('deploy')?.states.ready?.transitions.go?.actor

describe('a data folder', () => {
  it('remembers its configuration from its first start on, for its owner only [live.remembered]', async () => {
    await write('Deploy', 'human')
    const gateway = await start()
    expect(gateway.live.status()).toMatchObject({
      path: file(),
      hash: gateway.configuration().hash,
      acceptedBy: 'start',
      disk: { kind: 'same' },
    })
    const { mode } = await stat(join(gateway.dataFolder, 'configuration.json'))
    expect(mode & 0o077).toBe(0)
  })

  it.each(['[]', '{}', '{"path":"a","hash":"b","at":"c","by":"d","files":{"a":1}}', '{"path"'])(
    'says which file is damaged where %s stands in what it remembers [live.path]',
    async (content) => {
      await write('Deploy', 'human')
      await start()
      await open?.close()
      const accepted = join(folder, 'data', 'configuration.json')
      await writeFile(accepted, content)
      await expect(start()).rejects.toThrow(`${accepted} is damaged`)
    },
  )

  it('refuses another configuration, naming both, until a person accepts it [live.path]', async () => {
    await write('Deploy', 'human')
    await write('Other', 'agent', 'other.yaml')
    await start()
    const other = { configuration: file('other.yaml') }
    for (const vouched of [false, true]) {
      const refused = start({ ...other, vouched })
      await expect(refused).rejects.toThrow(ConfigurationDiffers)
      await expect(refused).rejects.toThrow(/countersign\.yaml.*other\.yaml/)
    }
    expect((await start({ ...other, acceptsPath: true })).configuration().path).toBe(file('other.yaml'))
    await expect(start()).rejects.toThrow(ConfigurationDiffers)
  })

  it('that is reached by another spelling of its path has the same configuration', async () => {
    await mkdir(join(folder, 'deeper'))
    await write('Deploy', 'human')
    await start()
    expect(
      (await start({ configuration: join(folder, 'deeper', '..', 'countersign.yaml') })).live.status().disk,
    ).toEqual({ kind: 'same' })
  })

  it('that is reached through a link keeps what lies beside the file that was accepted [live.path]', async () => {
    await mkdir(join(folder, 'elsewhere'))
    await write('Deploy', 'human')
    await symlink(file(), join(folder, 'elsewhere', 'countersign.yaml'))
    await start()
    const gateway = await start({ configuration: join(folder, 'elsewhere', 'countersign.yaml') })
    expect(gateway.configuration().path).toBe(file())
  })
})

describe('a change that was made while nothing ran', () => {
  it('waits, and what was accepted before is in force, whatever the files say [live.offline]', async () => {
    await write('Deploy', 'human')
    await start()
    await open?.close()
    await write('Deploy', 'agent')
    const gateway = await start()
    expect(actor()).toBe('human')
    const [item] = await pending(gateway)
    expect(contentOf(item).subject).toMatchObject({
      weaker: ['‘go’ in state ‘ready’ is no longer for a person to decide: an agent can.'],
    })
    // Asked once, however often it starts.
    expect((await pending(await start())).map(({ id }) => id)).toEqual([item?.id])
    await press(open ?? gateway, item?.id ?? '', 'approve')
    expect(actor()).toBe('agent')
    expect((await start()).live.status()).toMatchObject({ acceptedBy: 'human:anna', disk: { kind: 'same' } })
    expect(actor()).toBe('agent')
  })

  it('is vouched for by the person who starts serve with it [live.vouched]', async () => {
    await write('Deploy', 'human')
    await start()
    await open?.close()
    await write('Deploy', 'agent')
    await start()
    const gateway = await start({ vouched: true })
    expect(actor()).toBe('agent')
    expect(gateway.live.status()).toMatchObject({ acceptedBy: 'serve', disk: { kind: 'same' } })
    expect(await pending(gateway)).toEqual([])
  })

  it('of words alone needs nobody, and who accepted the rest stays on record [live.words]', async () => {
    await write('Deploy', 'human')
    await start()
    await open?.close()
    await write('Ship it', 'human')
    const gateway = await start()
    expect(gateway.catalog.workflow('deploy')?.description).toBe('Ship it')
    expect(gateway.live.status()).toMatchObject({ acceptedBy: 'start', disk: { kind: 'same' } })
  })

  it('with errors leaves what was accepted in force; serve says what is wrong instead [live.offline]', async () => {
    await write('Deploy', 'human')
    await start()
    await open?.close()
    await writeFile(file(), 'version: "1.0.0"\nworkflows: { deploy: 7 }\n')
    const gateway = await start()
    expect(actor()).toBe('human')
    expect(gateway.live.status().disk).toMatchObject({ kind: 'invalid', problems: [{ line: 2 }] })
    await gateway.close()
    const refused = await start({ vouched: true }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ConfigurationInvalid)
    expect(refused).toMatchObject({
      message: expect.stringContaining(`has errors and was not used. ${file()}:2:`),
    })
    await rm(file())
    await start()
    expect(actor()).toBe('human')
  })

  it('of included files counts like one of the main file [live.offline]', async () => {
    await writeFile(file(), 'version: "1.0.0"\ninclude: [flows.yaml]\n')
    await write('Deploy', 'human', 'flows.yaml')
    await start()
    await open?.close()
    await rename(file('flows.yaml'), file('old.yaml'))
    await write('Deploy', 'agent', 'flows.yaml')
    await start()
    expect(actor()).toBe('human')
  })

  it('cannot hide behind another database [live.offline]', async () => {
    await write('Deploy', 'human')
    await start()
    await open?.close()
    await writeFile(file(), `${FLOW('Deploy', 'agent')}store: { kind: memory }\n`)
    await start()
    expect(actor()).toBe('human')
  })
})

describe('what was approved', () => {
  it('comes into force at the next start if the process ended in between [live.crash]', async () => {
    await write('Deploy', 'human')
    await start()
    await open?.close()
    await write('Deploy', 'agent')
    const gateway = await start()
    await approveInVain(gateway)
    expect(actor()).toBe('human')
    await start()
    expect(await pending(open ?? gateway)).toEqual([])
    expect(open?.live.status().disk.kind).toBe('same')
    expect(actor()).toBe('agent')
  })

  it('does not come back after something newer was accepted [live.crash]', async () => {
    await write('Deploy', 'human')
    await start()
    await open?.close()
    await write('Deploy', 'agent')
    const gateway = await start()
    await approveInVain(gateway)
    await writeFile(file(), FLOW('Deploy', 'human').replace('actor: human', 'actor: human, risk: high'))
    await start({ vouched: true })
    expect(actor()).toBe('human')
    expect(open?.live.status()).toMatchObject({ acceptedBy: 'serve', disk: { kind: 'same' } })
  })
})

/** The decision is durable, and its effect cannot be, as if the process had ended in between. */
async function approveInVain(gateway: TestGateway): Promise<void> {
  const accepted = join(folder, 'data', 'configuration.json')
  await rename(accepted, `${accepted}.before`)
  await mkdir(accepted)
  await press(gateway, (await pending(gateway))[0]?.id ?? '', 'approve')
  await gateway.close()
  await rmdir(accepted)
  await rename(`${accepted}.before`, accepted)
}
