import { spawnSync } from 'node:child_process'
import { chmod, mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MachineCheck } from '../../../src/preload/contract.ts'
import { makeFolder } from '../../support/folders.ts'
import { type GatewayProcess, startGateway } from '../../support/gateway-process.ts'
import { run } from '../processes.ts'

const folder = makeFolder('doctor')
const config = join(folder.path, 'countersign.yaml')
const data = join(folder.path, 'data')
let gateway: GatewayProcess | undefined

beforeAll(async () => {
  await mkdir(join(folder.path, 'home'))
  await writeFile(config, 'version: "1.0.0"\n')
})
afterAll(async () => {
  await gateway?.stop()
  folder.remove()
})

async function look(place = data): Promise<{ code: number | null; ok: boolean; checks: MachineCheck[] }> {
  const { code, stdout } = await run(['doctor', '--config', config, '--data', place, '--json'], '', {
    HOME: join(folder.path, 'home'),
  })
  return { code, ...(JSON.parse(stdout) as { ok: boolean; checks: MachineCheck[] }) }
}
const of = (checks: MachineCheck[], id: string) => checks.filter((check) => check.id === id)

it('finds nothing wrong before the first start, and says what is not there yet [cli.doctor]', async () => {
  const { code, ok, checks } = await look()
  expect(checks.filter(({ state }) => state === 'bad')).toEqual([])
  expect({ code, ok }).toEqual({ code: 0, ok: true })
  expect(of(checks, 'data')[0]?.text).toContain('the first start makes it')
  expect(of(checks, 'gateway')[0]?.text).toContain('None runs')
  expect(of(checks, 'clients')[0]?.state).toBe('note')
})

it('sees a gateway that answers at its pipe and its port [cli.doctor]', async () => {
  gateway = await startGateway({ config, data })
  const { checks } = await look()
  expect(of(checks, 'gateway').map(({ state }) => state)).toEqual(['good', 'good'])
  expect(of(checks, 'gateway')[1]?.text).toContain(gateway.ready.mcp)
})

it('says what keeps a gateway that answers from doing anything [cli.doctor]', async () => {
  const database = join(data, 'countersign.db')
  await rename(database, `${database}.away`)
  // The gateway looks for it from time to time.
  await expect
    .poll(async () => of((await look()).checks, 'gateway')[0], { timeout: 15_000 })
    .toMatchObject({
      state: 'bad',
      text: expect.stringContaining(`The database ${database} was deleted or moved`) as string,
    })
  await rename(`${database}.away`, database)
})

it('misses a settings file that was named, which no start makes [cli.doctor]', async () => {
  await rename(config, `${config}.away`)
  const { code, checks } = await look()
  await rename(`${config}.away`, config)
  expect(code).toBe(1)
  expect(of(checks, 'configuration')[0]).toMatchObject({
    state: 'bad',
    text: `There is no file ${config}.`,
  })
  await gateway?.stop()
})

it('names what is missing or wrong, each with what to do [cli.doctor]', async () => {
  await chmod(data, 0o755)
  await mkdir(join(folder.path, 'home/.cursor'))
  await writeFile(join(folder.path, 'home/.cursor/mcp.json'), '{ not json')
  await writeFile(
    config,
    'version: "1.0.0"\nconnections:\n  notes: { kind: mcp, command: no-such-program-here }\nproxy: { import: [{ connection: notes }] }\n',
  )
  const first = await look()
  expect(first.code).toBe(1)
  const wrong = first.checks.filter(({ state }) => state === 'bad')
  expect(wrong.map(({ id }) => id).sort()).toEqual(['clients', 'data', 'servers'])
  for (const { help } of wrong) expect(help).toMatch(/\w/)
  expect(of(wrong, 'servers')[0]?.text).toBe('notes needs no-such-program-here, which is not here.')

  // A file where the folder of the data should come to lie.
  const inTheWay = join(folder.path, 'taken')
  await writeFile(inTheWay, '')
  const taken = (await look(join(inTheWay, 'data'))).checks
  expect(of(taken, 'data')[0]).toMatchObject({ state: 'bad', text: `${inTheWay} is no folder.` })

  await writeFile(config, 'version: "1.0.0"\nworkflow: {}\n')
  const second = await look()
  expect(of(second.checks, 'configuration')[0]).toMatchObject({ state: 'bad' })
  expect(of(second.checks, 'configuration')[0]?.text).toContain('Line 2')
})

it('says commands that can be copied as they are [cli.doctor]', async () => {
  const place = join(folder.path, "Ada’s 'data'")
  await mkdir(place, { mode: 0o755 })
  const { checks } = await look(place)
  const [narrow = '', broken] = ['data', 'configuration'].map((id) => of(checks, id)[0]?.help ?? '')
  expect(spawnSync('sh', ['-c', narrow.replace('Say: ', '')]).status).toBe(0)
  expect((await stat(place)).mode & 0o777).toBe(0o700)
  // A checkout has no ‘countersign’ in the terminal.
  expect(broken).toMatch(/^Say: \S*node\S* \S+cli\.js check \S+countersign\.yaml$/)
})
