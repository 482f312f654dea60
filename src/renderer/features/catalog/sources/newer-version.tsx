import { useState } from 'react'
import type { NewerVersions, PinnedPackage, ReplyOf } from '../../../../preload/contract.ts'
import { ActionDialog } from '../../../action-dialog.tsx'
import { EditDialog } from '../../../editing/edit-dialog.tsx'
import { useCall, useSend } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField } from '../../../ui/controls/select.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Section } from '../../../ui/section.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { Target } from '../servers/examined.tsx'
import { TrialView } from '../servers/trial-view.tsx'
import { useTrial } from '../servers/use-trial.ts'
import { sourceWords } from './source-words.ts'
import { ToolsDifferenceView } from './tools-difference.tsx'

const words = sourceWords.newer
type Change = ReplyOf<'versions.change'>

/** Of a server that is pinned to a version of a package: which, and looking for a newer one. */
export function NewerVersion({ name }: { name: string }) {
  const { data } = useCall('versions.pinned', { name })
  const [isOpen, setOpen] = useState(false)
  const pinned: PinnedPackage | null = data?.pinned ?? null
  if (pinned === null) return null
  return (
    <Section title={words.title}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Code>{pinned.package}</Code> <Code>{pinned.version}</Code>
        <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {words.look}
        </Button>
      </p>
      {isOpen ? <NewerVersionDialog name={name} pinned={pinned} onClose={() => setOpen(false)} /> : null}
    </Section>
  )
}

/** First which version, then what changes: in the file, and in what the server offers. */
function NewerVersionDialog({
  name,
  pinned,
  onClose,
}: {
  name: string
  pinned: PinnedPackage
  onClose: () => void
}) {
  const look = useSend('versions.look')
  const change = useSend('versions.change')
  const [wanted, setWanted] = useState<string | null>(null)
  const [changed, setChanged] = useState<Change | null>(null)
  const found = look.data
  const version = wanted ?? (found === undefined ? null : suggest(found))
  if (changed !== null && version !== null) {
    return (
      <Update
        name={name}
        version={version}
        change={changed}
        onBack={() => setChanged(null)}
        onClose={onClose}
      />
    )
  }
  const isAsked = found !== undefined
  return (
    <ActionDialog
      onClose={onClose}
      title={words.dialogTitle(name)}
      description={words.asks(pinned.address)}
      send={isAsked ? change : look}
      confirm={!isAsked ? words.ask : version === null ? null : words.next}
      onConfirm={() => {
        if (!isAsked) look.mutate({ name })
        else if (version !== null) change.mutate({ name, version }, { onSuccess: setChanged })
      }}
    >
      {look.isPending ? (
        <p role="status" className="text-ink-muted">
          {words.asking}
        </p>
      ) : null}
      {found !== undefined && found.newer.length === 0 ? (
        <p role="status">{words.none(found.pinned.version)}</p>
      ) : null}
      {found === undefined || version === null ? null : (
        <SelectField
          label={words.version}
          hint={words.now(found.pinned.version)}
          options={found.newer.map((each) => ({ value: each.version, label: sayVersion(each, found) }))}
          value={version}
          onChange={setWanted}
        />
      )}
    </ActionDialog>
  )
}

/** What its publisher calls the latest; else the newest that is not withdrawn. */
function suggest({ latest, newer }: NewerVersions): string | null {
  const known = newer.find(({ version }) => version === latest)
  return (known ?? newer.find(({ isDeprecated }) => !isDeprecated) ?? newer[0])?.version ?? null
}

function sayVersion(
  { version, isDeprecated }: NewerVersions['newer'][number],
  { latest }: NewerVersions,
): string {
  if (isDeprecated) return words.withdrawn(version)
  return version === latest ? words.latest(version) : version
}

function Update({
  name,
  version,
  change: { from, connection },
  onBack,
  onClose,
}: {
  name: string
  version: string
  change: Change
  onBack: () => void
  onClose: () => void
}) {
  const trial = useTrial()
  const draft = { name, connection, tools: null }
  const examination = useCall('servers.examine', { draft, candidate: null }, { keptMs: 0 })
  const { view } = trial
  const isOver = view !== null && view.status !== 'running'
  function leave(): void {
    trial.end()
    onBack()
  }
  return (
    <EditDialog
      title={words.updateTitle(name, version)}
      description={words.updateText}
      edit={{ kind: 'changeServer', name, from, connection }}
      confirm={words.update}
      more={<Button onClick={leave}>{words.back}</Button>}
      onClose={() => {
        trial.end()
        onClose()
      }}
    >
      {examination.data === undefined ? null : <Target examination={examination.data} />}
      {trial.error === null ? null : <Notice tone="failed">{trial.error}</Notice>}
      {view?.status === 'answered' ? (
        <Compared name={name} trial={view.id} />
      ) : view === null ? null : (
        <TrialView trial={view} />
      )}
      <div className="flex flex-wrap items-center gap-3">
        {view?.status === 'running' || trial.isStarting ? (
          <Button onClick={trial.cancel}>{words.stop}</Button>
        ) : (
          <Button onClick={() => trial.begin({ draft, candidate: null, values: {} })}>
            {isOver ? words.again : words.try}
          </Button>
        )}
        {isOver ? null : <p className="min-w-52 flex-1 text-ink-muted">{words.tryText}</p>}
      </div>
    </EditDialog>
  )
}

function Compared({ name, trial }: { name: string; trial: string }) {
  const { data, error } = useCall('versions.difference', { name, trial }, { keptMs: 0 })
  if (error) return <Notice tone="failed">{error.message}</Notice>
  return data === undefined ? null : <ToolsDifferenceView difference={data} />
}
