/**
 * The calls of the settings about clients of this machine, secrets, data and workspaces: a part of the contract, which spreads
 * it; nobody imports it from here.
 */
import Type from 'typebox'
import type { MachineCheck } from '../main/model/machine-check.ts'
import { call, exactly, Hash, Id, MinuteOfDay, savingCall } from './call.ts'
import type {
  AppSettingsView,
  ClientFileView,
  DataFolderView,
  PreferencesView,
  PrunePreview,
  SavedChangeView,
  SecretsView,
  UpdateView,
  WorkspaceLook,
  WorkspaceView,
} from './settings-views.ts'
import type { WorkView } from './views.ts'

const Hour = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })

export const SETTINGS_CALLS = {
  'preferences.get': call({ minute: Type.Optional(MinuteOfDay) }).returns<PreferencesView>(),
  'preferences.save': savingCall({
    notifications: Type.Optional(Type.Boolean()),
    sound: Type.Optional(Type.Boolean()),
    tellLocked: Type.Optional(Type.Boolean()),
    lockAfterMinutes: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 480 }), Type.Null()])),
    quietHours: Type.Optional(Type.Union([exactly({ from: Hour, to: Hour }), Type.Null()])),
    pausedUntil: Type.Optional(Type.Union([Type.String({ maxLength: 40 }), Type.Null()])),
  }).returns<PreferencesView>(),

  /** What the desk has lately written into the settings files, newest first; put back by `configuration.undo`. */
  'configuration.changes': call({}).returns<SavedChangeView[]>(),
  /** `app` is null where a browser shows this desk. */
  'app.settings': call({}).returns<{ app: AppSettingsView | null }>(),
  'app.save': call({
    startAtLogin: Type.Optional(Type.Boolean()),
    keepRunning: Type.Optional(Type.Boolean()),
  }).returns<AppSettingsView>(),

  'clients.files': call({}).returns<ClientFileView[]>(),
  /** Writes the client's file after a backup. SEEN_CHANGED if it is another by now. */
  'clients.connect': savingCall({ id: Id, hash: Hash }).returns<ClientFileView>(),
  /** `undo`: the file as it was before; `remove`: only the entry goes. SEEN_CHANGED if it is another by now. */
  'clients.disconnect': savingCall({
    id: Id,
    how: Type.Union([Type.Literal('undo'), Type.Literal('remove')]),
    hash: Hash,
  }).returns<ClientFileView>(),

  'secrets.list': call({}).returns<SecretsView>(),
  /** The value never comes back. `of`: a server; what `servers.declared` hides of it is taken from the file. */
  'secrets.set': savingCall({
    name: Id,
    value: Type.String({ minLength: 1, maxLength: 65_536 }),
    of: Type.Optional(Id),
  }).returns<SecretsView>(),
  'secrets.delete': savingCall({ name: Id }).returns<SecretsView>(),

  /** Looks at this machine anew. */
  'machine.check': call({}).returns<MachineCheck[]>(),

  'updates.get': call({}).returns<UpdateView>(),
  /** Looks for a newer version now; answers when it has looked, and has what it may take. */
  'updates.look': call({}).returns<UpdateView>(),
  /** Whether it looks by itself. */
  'updates.save': call({ look: Type.Boolean() }).returns<UpdateView>(),
  /** Not now; what was told of the last update is read. */
  'updates.later': call({}).returns<UpdateView>(),
  /** Begins nothing new, waits for what runs, and starts again with the new version. REJECTED: none is ready. */
  'updates.restart': call({}).returns<UpdateView>(),

  'data.get': call({}).returns<DataFolderView>(),
  /**
   * What takes long, the newest first: what runs, and the last of what has ended. What begins some answers at once if
   * it ends at once, and joins what does the same already. It goes on whoever looks, and ends with the gateway.
   */
  'data.work': call({}).returns<WorkView[]>(),
  /** A whole copy of the database beside it, made while everything runs; see `data.work`. */
  'data.backup': call({}).returns<WorkView<'backup'>>(),
  /** What removing the audit entries that are older than so many days would take away. */
  'data.previewPrune': call({
    olderThanDays: Type.Integer({ minimum: 30, maximum: 3650 }),
  }).returns<PrunePreview>(),
  /** Removes the audit entries before a time that was previewed, behind a checkpoint (R8.7); see `data.work`. */
  'data.prune': call({ before: Type.String({ maxLength: 40 }) }).returns<WorkView<'prune'>>(),

  /** A folder that does not exist yet, for a workspace of one's own. */
  'workspace.suggest': call({}).returns<{ folder: string }>(),
  /** Writes the beginning of a workspace into a new or empty folder; REJECTED says why not. Nothing is started. */
  'workspace.create': call({ folder: Type.String({ minLength: 1, maxLength: 4096 }) }).returns<{
    configuration: string
    command: string
  }>(),

  /** `canOpen`: this desk can open another one in place. */
  'workspace.list': call({}).returns<{ workspaces: WorkspaceView[]; canOpen: boolean }>(),
  'workspace.look': call({
    configuration: Type.String({ minLength: 1, maxLength: 4096 }),
  }).returns<WorkspaceLook>(),
  /**
   * Opens what was looked at in place of this one; agents that name no workspace follow. REJECTED says why not, and this
   * one stays; SEEN_CHANGED: it would be something else by now.
   */
  'workspace.open': call({
    configuration: Type.String({ minLength: 1, maxLength: 4096 }),
    hash: Hash,
  }).returns<{ opened: true }>(),
} as const
