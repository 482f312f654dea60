/** A desk over a real gateway and a real folder, with things to find. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { CallName, DeskErrorData, ItemWords, ReplyOf, RequestOf } from '../../src/preload/contract.ts'
import { agent, openTestGateway, type TestGatewayOptions } from '../support/gateway.ts'
import { ask, openTestDesk } from './fixture.ts'

export const SHOP = `# the shop of the tests
version: "1.0.0"
people: { kim: {} }
discovery:
  # how agents search
  homeLimit: 50
proxy:
  expose:
    - name: ship_order
      title: Ship an order # to customers
      description: Hands a parcel to the carrier.
      executor: { kind: noop }
    - name: print_label
      title: Print a label
      description: Prints the label that a parcel needs before an order can be shipped.
      tags: [paper] # what it is made of
      executor: { kind: noop }
    - capability: refund
workflows:
  close_shop:
    title: Close the shop
    description: At the end of the day.
    initialState: a
    states: { a: { transitions: { go: { target: b } } }, b: {} }
capabilities:
  refund:
    title: Refund a customer
    description: Pays money back.
    aliases:
      # as accountants say
      - reimburse
      - money back # as customers say
    executor: { kind: noop }
`

export async function openShop(
  yaml = SHOP,
  files: Record<string, string> = {},
  options: Partial<TestGatewayOptions> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-shop-'))
  const file = join(folder, 'countersign.yaml')
  await writeFile(file, yaml)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const open = async () => {
    const gateway = await openTestGateway('', { ...options, folder, configuration: file })
    const desk = openTestDesk(gateway, { person: 'kim' })
    const session = await desk.openSession('window')
    return { gateway, desk, session }
  }
  let now = await open()
  const close = async () => {
    await now.desk.close()
    await now.gateway.close()
  }
  onTestFinished(async () => {
    await close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    folder,
    file,
    get gateway() {
      return now.gateway
    },
    get desk() {
      return now.desk
    },
    get session() {
      return now.session
    },
    text: (name = 'countersign.yaml') => readFile(join(folder, name), 'utf8'),
    ask: <Name extends CallName>(name: Name, request: RequestOf<Name>): Promise<ReplyOf<Name>> =>
      ask(now.desk, now.session, name, request),
    async fails(name: CallName, request: unknown): Promise<DeskErrorData> {
      const reply = await now.desk.dispatch(now.session, name, request)
      if (reply.ok) throw new Error(`${name} succeeded`)
      return reply.error
    },
    async restart() {
      await close()
      now = await open()
    },
    /** The ids that an agent finds. */
    async agentFinds(query: string): Promise<string[]> {
      const { answer } = await now.gateway.discovery.search(agent(), { query })
      const { results } = answer as { results: { item: { id: string } }[] }
      return results.map(({ item }) => item.id)
    },
  }
}

export type Shop = Awaited<ReturnType<typeof openShop>>

export async function saveWords(shop: Shop, words: ItemWords) {
  const edit = { kind: 'words', words } as const
  const { hash, problems } = await shop.ask('configuration.preview', { edit })
  expect(problems).toEqual([])
  return await shop.ask('configuration.save', { edit, hash })
}
