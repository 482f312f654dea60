/**
 * The calls of the settings about clients of this machine, secrets and data: a part of the contract, which spreads
 * it; nobody imports it from here.
 */
import Type from 'typebox'
import { call, Id, Nothing, strict } from './call.ts'
import type { ClientFileView, DataFolderView, PrunePreview, SecretsView } from './settings-views.ts'

export const SETTINGS_CALLS = {
  'clients.files': call(Nothing).returns<ClientFileView[]>(),
  /** Writes the client's file after a backup. SEEN_CHANGED if it is another by now. */
  'clients.connect': call(
    Type.Object({ id: Id, hash: Type.String({ maxLength: 128 }) }, strict),
  ).returns<ClientFileView>(),
  /** `undo`: the file as it was before; `remove`: only the entry goes. SEEN_CHANGED if it is another by now. */
  'clients.disconnect': call(
    Type.Object(
      {
        id: Id,
        how: Type.Union([Type.Literal('undo'), Type.Literal('remove')]),
        hash: Type.String({ maxLength: 128 }),
      },
      strict,
    ),
  ).returns<ClientFileView>(),

  'secrets.list': call(Nothing).returns<SecretsView>(),
  /** The value never comes back. */
  'secrets.set': call(
    Type.Object({ name: Id, value: Type.String({ minLength: 1, maxLength: 65_536 }) }, strict),
  ).returns<SecretsView>(),
  'secrets.delete': call(Type.Object({ name: Id }, strict)).returns<SecretsView>(),

  'data.get': call(Nothing).returns<DataFolderView>(),
  /** A whole copy of the database beside it, made while everything runs. */
  'data.backup': call(Nothing).returns<DataFolderView>(),
  /** What removing the audit entries that are older than so many days would take away. */
  'data.previewPrune': call(
    Type.Object({ olderThanDays: Type.Integer({ minimum: 30, maximum: 3650 }) }, strict),
  ).returns<PrunePreview>(),
  /** Removes the audit entries before a time that was previewed, behind a checkpoint (R8.7). */
  'data.prune': call(Type.Object({ before: Type.String({ maxLength: 40 }) }, strict)).returns<{
    removed: number
    data: DataFolderView
  }>(),
} as const
