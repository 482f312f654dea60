/** The data of the gateway: how much there is, a backup, and removing what is old in the audit log (R8.7). */
import { GatewayError } from '../../model/error.ts'
import { writeCommand } from '../clients/connect-snippets.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { HandlersOf } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'
import type { LongWork } from '../long-work.ts'
import type { NewFiles } from './new-files.ts'

const DAY_MS = 86_400_000
/** Nobody removes what happened lately: whoever has something to hide would. */
const LEAST_DAYS = 30

export function createDataHandlers(
  { gateway, workspaces }: Pick<DeskOptions, 'gateway' | 'workspaces'>,
  longWork: LongWork,
  newFiles: NewFiles,
): HandlersOf<'data'> {
  const { data, clock } = gateway
  return {
    async 'data.get'() {
      const look = await data.look()
      const [newest] = look.backups
      const restore = (what: string) =>
        writeCommand([...workspaces.program, 'restore', what, '--data', look.folder], process.platform)
      return {
        ...look,
        restore: newest === undefined ? null : { back: restore(newest.file), keep: restore('--keep') },
      }
    },
    'data.work': async () => longWork.list(),
    async 'data.backup'(session) {
      const actor = session.principal().id
      return await longWork.begin('backup', '', async () => {
        const file = await plainly(() =>
          data.backUp((file, copy) =>
            newFiles.during(file, { actor, eventType: 'data.backed_up', payload: { file } }, copy),
          ),
        )
        return { file }
      })
    },
    async 'data.previewPrune'(_session, { olderThanDays }) {
      const before = new Date(clock.now() - olderThanDays * DAY_MS).toISOString()
      return { before, ...(await plainly(() => data.foreseePrune(before))) }
    },
    async 'data.prune'(session, { before }) {
      const time = Date.parse(before)
      if (Number.isNaN(time)) throw new DeskFault('INVALID_REQUEST', `‘${before}’ is no time.`)
      if (time > clock.now() - LEAST_DAYS * DAY_MS)
        throw new DeskFault('NOT_ALLOWED', `What is younger than ${LEAST_DAYS} days stays in the audit log.`)
      const actor = session.principal().id
      return await longWork.begin('prune', before, async (told) => {
        const removed = await plainly(() => data.prune(new Date(time).toISOString(), actor, told))
        gateway.publish({ topic: 'audit' })
        return { removed }
      })
    },
  }
}

/** What the store says is for people already. */
async function plainly<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GatewayError) throw new DeskFault('REJECTED', error.message)
    throw error
  }
}
