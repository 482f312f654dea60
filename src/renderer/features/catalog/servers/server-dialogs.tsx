/** Renaming, disabling, enabling and removing a server: each says first who would notice. */
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { ServerUses } from '../../../../preload/contract.ts'
import { EditDialog } from '../../../editing/edit-dialog.tsx'
import { useCall } from '../../../queries.ts'
import { TextField } from '../../../ui/controls/field.tsx'
import { Switch } from '../../../ui/controls/switch.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import { joinNames } from '../../../words.ts'
import { routeOf } from '../views.ts'
import { serverWords as words } from './words.ts'

interface Props {
  name: string
  title: string
  onClose: () => void
}

export function RenameServer({ name, title, onClose }: Props) {
  const [, navigate] = useLocation()
  const [to, setTo] = useState(name)
  const field = useRef<HTMLInputElement>(null)
  const [withTools, setWithTools] = useState(true)
  const uses = useCall('servers.uses', { name }).data
  const isName = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/.test(to)
  const edit = isName && to !== name ? { kind: 'renameServer' as const, name, to, tools: withTools } : null
  return (
    <EditDialog
      title={words.rename.title(title)}
      description={words.rename.text}
      field={field}
      edit={edit}
      confirm={words.rename.confirm}
      onSaved={() => navigate(routeOf('connections', to), { replace: true })}
      onClose={onClose}
    >
      <TextField
        label={words.rename.to}
        ref={field}
        error={isName || to === '' ? undefined : words.missing.nameSigns}
        value={to}
        maxLength={64}
        spellCheck={false}
        autoComplete="off"
        onType={setTo}
      />
      {uses !== undefined && uses.tools > 0 ? (
        <Switch
          label={words.rename.tools}
          hint={words.rename.toolsHint(name, to || '…')}
          checked={withTools}
          onChange={setWithTools}
        />
      ) : null}
      {uses !== undefined && uses.runs > 0 ? <Notice>{words.rename.runs(uses.runs)}</Notice> : null}
      {withTools && uses !== undefined && uses.waiting > 0 ? (
        <Notice>{words.rename.waiting(uses.waiting)}</Notice>
      ) : null}
    </EditDialog>
  )
}

export function EnableServer({ name, title, enabled, onClose }: Props & { enabled: boolean }) {
  const own = enabled ? words.enable : words.disable
  return (
    <EditDialog
      title={own.title(title)}
      description={own.text}
      edit={{ kind: 'enableServer', name, enabled }}
      confirm={own.confirm}
      onClose={onClose}
    >
      {enabled ? null : <UsedBy name={name} />}
    </EditDialog>
  )
}

export function RemoveServer({ name, title, onClose }: Props) {
  const [, navigate] = useLocation()
  const own = useCall('servers.uses', { name }).data?.own ?? []
  return (
    <EditDialog
      title={words.remove.title(title)}
      description={words.remove.text}
      edit={{ kind: 'removeServer', name }}
      danger
      confirm={words.remove.confirm}
      onSaved={() => navigate(routeOf('connections', null), { replace: true })}
      onClose={onClose}
    >
      {own.length === 0 ? null : <p>{words.remove.own(joinNames(own))}</p>}
      <UsedBy name={name} />
    </EditDialog>
  )
}

/** By name, before anything is pressed. */
function UsedBy({ name }: { name: string }) {
  const uses = useCall('servers.uses', { name }).data
  if (uses === undefined) return null
  return (
    <section aria-label={words.uses.title}>
      <h3 className="text-sm font-semibold">{words.uses.title}</h3>
      {isUnused(uses) ? (
        <p className="text-ink-muted">{words.uses.none}</p>
      ) : (
        <ul className="list-disc pl-5">
          {uses.tools === 0 ? null : <li>{words.uses.tools(uses.tools)}</li>}
          {uses.uses.map(({ kind, id, title }) => (
            <li key={`${kind} ${id}`}>
              {words.uses[kind]}: <OneLine text={title} />
            </li>
          ))}
          {uses.runs === 0 ? null : (
            <li>
              {words.uses.runs(uses.runs)}. {words.uses.failing}
            </li>
          )}
          {uses.waiting === 0 ? null : <li>{words.uses.waiting(uses.waiting)}</li>}
        </ul>
      )}
    </section>
  )
}

function isUnused({ tools, uses, runs, waiting }: ServerUses): boolean {
  return tools + uses.length + runs + waiting === 0
}
