/** How the app behaves on this computer. */
import type { DeskOptions } from '../desk-options.ts'
import type { HandlersOf } from '../dispatch.ts'
import { DeskFault } from '../fault.ts'

export function createAppHandlers(options: Pick<DeskOptions, 'app' | 'report'>): HandlersOf<'app'> {
  const { app } = options
  return {
    'app.settings': async () => ({ app: (await app?.look()) ?? null }),
    async 'app.save'(_session, change) {
      if (app === undefined) throw new DeskFault('REJECTED', 'This desk is shown by a browser. Use the app.')
      await app.save(change).catch((error: unknown) => {
        options.report(error)
        throw new DeskFault('REJECTED', 'This could not be saved on your computer. Is its disk full?')
      })
      return await app.look()
    },
  }
}
