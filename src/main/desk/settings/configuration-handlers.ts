/** Changes of the configuration that the desk writes for a person (R2.2, R2.8). */

import type { ConfigurationEdit } from '../../../preload/contract.ts'
import type { DeskOptions } from '../desk-options.ts'
import type { HandlersOf } from '../dispatch.ts'
import { describeEdited } from '../edits/describe-edited.ts'
import { editsOf, missedBy, namedBy } from '../edits/edits.ts'
import { putBackSaved } from '../edits/put-back.ts'
import { DeskFault } from '../fault.ts'
import type { PinBook } from '../people/pin-book.ts'
import { changeAs } from '../people/proof.ts'
import type { Seats } from '../people/seats.ts'
import { REMEMBERED } from '../sources/import-handlers.ts'
import { createSavedSecrets } from './saved-secrets.ts'

export function createConfigurationHandlers(
  { gateway, clientTokens }: Pick<DeskOptions, 'gateway' | 'clientTokens'>,
  seats: Pick<Seats, 'seatOf'>,
  pins: Pick<PinBook, 'puttingBack'>,
): HandlersOf<'configuration'> {
  const saved = createSavedSecrets(gateway)
  /** The client that the change declares, if one of its name had a token: whoever holds that was not asked for. */
  function clientOfOldToken(edit: ConfigurationEdit): string | null {
    if (edit.kind !== 'client' || Object.hasOwn(gateway.configuration().clients, edit.name)) return null
    return clientTokens.issued().some(({ name }) => name === edit.name) ? edit.name : null
  }
  return {
    async 'configuration.preview'(_, { edit }) {
      const result = await gateway.editor.preview(await editsOf(gateway, edit))
      if (result.kind === 'impossible') throw new DeskFault('REJECTED', result.message)
      const { configuration } = result.edited
      const missed = configuration === null ? null : missedBy(edit, configuration)
      const named = await namedBy(gateway, edit)
      return describeEdited(
        result.edited,
        missed,
        clientOfOldToken(edit) === null
          ? named
          : [...named, 'The token that an earlier client of this name had works no more.'],
      )
    },
    async 'configuration.save'(session, { edit, hash, secrets = [] }) {
      const edits = await editsOf(gateway, edit)
      const seen = await gateway.editor.preview(edits)
      if (seen.kind === 'impossible') throw new DeskFault('REJECTED', seen.message)
      if (seen.edited.hash !== hash) throw moved()
      return await changeAs({ gateway, seats }, session, seen.edited.risk, async (who) => {
        const client = clientOfOldToken(edit)
        // Before the client is there again, and with it its token.
        if (client !== null) await clientTokens.revokeClientToken(client, who.id)
        const result = await gateway.editor.save(edits, hash, who.id, (undo) => saved.remember(undo, secrets))
        if (result.kind === 'impossible') throw new DeskFault('REJECTED', result.message)
        if (result.kind === 'moved') throw moved()
        return { undo: result.undo }
      })
    },
    async 'configuration.changes'() {
      const imports = (await gateway.store.setting(REMEMBERED)) ?? {}
      const changes = await gateway.editor.changes()
      return changes.map(({ id, ...change }) => ({
        undo: id,
        ...change,
        isImport: Object.hasOwn(imports, id),
      }))
    },
    async 'configuration.undo'(session, { undo }) {
      const risk = await gateway.editor.riskOfUndo(undo)
      return await changeAs({ gateway, seats }, session, risk, async (who) => {
        const file = await clientTokens.puttingBack(() =>
          pins.puttingBack(() => putBackSaved(gateway, undo, who)),
        )
        return { file, secretsLeft: await saved.takeBack(undo, who.id) }
      })
    },
  }
}

function moved(): DeskFault {
  return new DeskFault(
    'SEEN_CHANGED',
    'The file has changed since you saw this. Nothing was saved; look again.',
  )
}
