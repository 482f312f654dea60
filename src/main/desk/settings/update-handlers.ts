/** Newer versions of Countersign: whether one is looked for, what is new, and taking it. */
import type { DeskOptions } from '../desk-options.ts'
import type { HandlersOf } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'

export function createUpdateHandlers({ updates }: Pick<DeskOptions, 'updates'>): HandlersOf<'updates'> {
  return {
    'updates.get': async () => updates.view(),
    async 'updates.look'() {
      await updates.look()
      return updates.view()
    },
    async 'updates.save'(_session, { look }) {
      await updates.setLook(look)
      return updates.view()
    },
    async 'updates.later'() {
      await updates.later()
      return updates.view()
    },
    async 'updates.restart'() {
      if (!updates.restart())
        throw new DeskFault('REJECTED', 'No new version is ready. Check for updates first.')
      return updates.view()
    },
  }
}
