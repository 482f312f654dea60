/** Several servers of a client's text replaced by this gateway, and put back into it. Pure. */
import { FORMATS } from './client-text.ts'
import type { Entry, EntryEdit } from './json-entry.ts'
import { type KnownClient, SERVER_NAME } from './known-clients.ts'

/** Without these servers, and with this gateway; everything else stays as it is. */
export function replaceEntries(
  client: KnownClient,
  text: string,
  names: readonly string[],
  ours: Entry,
): EntryEdit {
  const { remove, set } = editorOf(client)
  const without = names.reduce<EntryEdit>((edit, name) => (edit.ok ? remove(edit.text, name) : edit), {
    ok: true,
    text,
  })
  return without.ok ? set(without.text, SERVER_NAME, ours) : without
}

/** These servers as they were before, and what stood under our name; what is there under such a name stays. */
export function restoreEntries(
  client: KnownClient,
  text: string,
  names: readonly string[],
  before: string,
): EntryEdit {
  const { find, remove, set } = editorOf(client)
  const isThere = (name: string) => {
    const found = find(text, name)
    return found.ok && found.entry !== undefined
  }
  const wanted = names.filter((name) => !isThere(name))
  let edit: EntryEdit = { ok: true, text }
  for (const name of [...wanted, SERVER_NAME]) {
    const was = find(before, name)
    if (!was.ok) return was
    if (!edit.ok) return edit
    if (isRecord(was.entry)) edit = set(edit.text, name, was.entry)
    else if (name === SERVER_NAME) edit = remove(edit.text, name)
  }
  return edit
}

function editorOf({ format, section }: KnownClient) {
  const { find, remove, set } = FORMATS[format]
  const place = (name: string) => ({ section, name, comments: format === 'jsonc' })
  return {
    find: (text: string, name: string) => find(text, place(name)),
    remove: (text: string, name: string) => remove(text, place(name)),
    set: (text: string, name: string, entry: Entry) => set(text, place(name), entry),
  }
}

function isRecord(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
