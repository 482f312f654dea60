/**
 * The workspace that is open at the desk of this process, and opening another one in its place: the other gateway is
 * opened first, so that whatever keeps it from opening leaves this one as it is. The doors of the desk stay.
 */

import type { Desk } from '../../desk/desk.ts'
import type { DeskSession } from '../../desk/session.ts'
import { askGateway } from '../../mcp/pipe/ask.ts'
import { messageOf } from '../../model/error.ts'
import { takeTurns } from '../../model/in-turn.ts'
import { createListeners } from '../../system/listeners.ts'
import { packageVersion } from '../package-root.ts'
import { deskHome, noteOpened, type Places, readOpened, type WorkspacePlace } from '../places.ts'
import { explainSystemError } from '../system-failure.ts'
import type { OpenOther } from '../workspaces.ts'
import type { Host } from './host.ts'

/** What the doors of a desk need of it. */
export type DoorDesk = Pick<Desk, 'dispatch' | 'openSession' | 'attend' | 'onPush'>

export interface OpenWorkspace {
  readonly desk: DoorDesk
  /** Of what is open now. */
  host(): Host
  close(): Promise<void>
}

export interface OpenWorkspaceOptions {
  /** Each that is open. */
  opened?: (host: Host) => Promise<void>
  /** What went wrong after another one was opened, and changes nothing about that. */
  report(error: unknown): void
}

/** Comes to another desk as whoever that one lets in; the answer is what makes it go on there. */
type Follow = (desk: Desk) => Promise<() => void>

/**
 * `open` opens one; it is called again for another. Null: the person gave up the first.
 * @throws whatever `open` throws for the first
 */
export async function openWorkspace(
  first: Places,
  open: (places: Places, openOther: OpenOther) => Promise<Host | null>,
  { opened = async () => undefined, report }: OpenWorkspaceOptions,
): Promise<OpenWorkspace | null> {
  const sessions: Follow[] = []
  const attended = new Map<object, { session: DeskSession; leave: () => void }>()
  const { tell: push, listen } = createListeners<Parameters<Parameters<Desk['onPush']>[0]>>()
  const inTurn = takeTurns()

  const openOther: OpenOther = (place, hash, leave) =>
    inTurn(async () => {
      let next: Host | null
      try {
        next = await open({ ...place, usual: true }, openOther)
        if (next === null) return { problem: 'It was not opened.' }
      } catch (error) {
        const problem = explainSystemError(error, place.dataFolder, 'mend')
        return { problem: problem ?? messageOf(error) }
      }
      // Before anything of it starts.
      if (next.gateway.configuration().hash !== hash) {
        await next.close()
        return { moved: true }
      }
      const before = current
      try {
        const { desk } = next
        const goOn = await Promise.all(sessions.map((follow) => follow(desk)))
        await leave()
        await noteOpened(deskHome(), place)
        for (const go of goOn) go()
      } catch (error) {
        await next.close()
        throw error
      }
      adopt(next)
      push({ topic: 'workspace' })
      void callOthersHere(place)
      // Whoever has asked for this waits for the answer of a desk that must not be closed before.
      setImmediate(() => void before.close().catch(report))
      // The other one is open whatever becomes of this.
      await opened(next).catch(report)
      return { opened: true }
    })

  function adopt(host: Host): void {
    stopListening()
    stopListening = host.desk.onPush(push)
    current = host
    for (const each of attended.values()) each.leave = host.desk.attend(each.session)
  }

  const host = await open(first, openOther)
  if (host === null) return null
  let current = host
  let stopListening = host.desk.onPush(push)
  await opened(host)
  void callOthersHere(first)

  return {
    host: () => current,
    close: () => current.close(),
    desk: {
      dispatch: (session, name, request) => current.desk.dispatch(session, name, request),
      async openSession(origin) {
        let inner = await current.desk.openSession(origin)
        const session: DeskSession = {
          origin,
          get id() {
            return inner.id
          },
          get since() {
            return inner.since
          },
          person: () => inner.person(),
          principal: () => inner.principal(),
        }
        sessions.push(async (desk) => {
          const next = await desk.openSession(origin)
          return () => {
            inner = next
          }
        })
        return session
      },
      attend(session) {
        const key = {}
        attended.set(key, { session, leave: current.desk.attend(session) })
        return () => {
          attended.get(key)?.leave()
          attended.delete(key)
        }
      },
      onPush: listen,
    },
  }
}

/**
 * A pipe may have started a gateway for another workspace, when that was the one that is opened here. It ends, and the
 * agents of it that named none come to this one; for any other agent its pipe starts it again.
 */
async function callOthersHere(open: WorkspacePlace): Promise<void> {
  for (const { dataFolder } of await readOpened(deskHome()))
    if (dataFolder !== open.dataFolder) await askGateway(dataFolder, 'handover', packageVersion())
}
