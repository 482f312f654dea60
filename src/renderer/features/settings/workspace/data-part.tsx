import { useEffect, useRef, useState } from 'react'
import type { DataFolderView, WorkView } from '../../../../preload/contract.ts'
import { NotLoaded } from '../../../lists/failed-to-load.tsx'
import { useLongWork, useNewestWork } from '../../../long-work.ts'
import { useCall } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Fact, Facts } from '../../../ui/list.tsx'
import { Section } from '../../../ui/section.tsx'
import { Cell, Table } from '../../../ui/table.tsx'
import { Command } from '../../../ui/text/command.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { dataWords as words } from './change-words.ts'
import { PathLine } from './path-line.tsx'
import { PruneDialog, PruneProgress } from './prune-dialog.tsx'

/** Where the data is and how much, copies of it, and how old the log may become. */
export function DataPart() {
  // Nothing tells of what has grown: each visit asks.
  const { data, error, refetch } = useCall('data.get', {}, { keptMs: 0 })
  const [backup, prune] = [useNewestWork('backup'), useNewestWork('prune')]
  const ended = [backup, prune].map((work) => (work?.state === 'running' ? null : work?.id)).join()
  const seen = useRef(ended)
  // Any window may have begun what has ended.
  useEffect(() => {
    if (seen.current === ended) return
    seen.current = ended
    void refetch()
  }, [ended, refetch])
  if (error || data === undefined)
    return <NotLoaded error={error} onRetry={() => void refetch()} lines={5} className="py-4" />
  return (
    <>
      <p className="mb-4 text-ink-muted">{words.lead}</p>
      <div className="border-t border-line py-4">
        <Facts>
          <Fact name={words.folder}>
            <PathLine path={data.folder} copyLabel={words.copyPath} />
          </Fact>
          <Fact name={words.database}>
            {data.database === null ? (
              words.inMemory
            ) : (
              <>
                <PathLine path={data.database.file} copyLabel={words.copyPath} />{' '}
                <span data-count className="text-ink-muted">
                  {sayBytes(data.database.bytes)}
                </span>
              </>
            )}
          </Fact>
          <Fact name={words.size}>
            <span data-count>{sayBytes(data.bytes)}</span>
          </Fact>
          <Fact name={words.runs}>
            <span data-count>{words.countRuns(data.runs, data.singleCalls)}</span>
          </Fact>
          <Fact name={words.audit}>
            <span data-count>{words.entries(data.audit.entries)}</span>
            {data.audit.oldest === null ? null : (
              <span className="text-ink-muted">
                , {words.since} <Time at={data.audit.oldest} />
              </span>
            )}
          </Fact>
        </Facts>
      </div>
      {data.database === null ? null : (
        <>
          <Backups data={data} work={backup} />
          <Retention work={prune} />
        </>
      )}
    </>
  )
}

function Backups({ data, work }: { data: DataFolderView; work: WorkView<'backup'> | null }) {
  const backUp = useLongWork('backup')
  const isRunning = backUp.isPending || work?.state === 'running'
  function send(): void {
    backUp.mutate({}, { onSuccess: () => showToast(words.backedUp) })
  }
  return (
    <Section
      title={words.backups}
      aside={
        <Button size="small" disabled={isRunning} onClick={send}>
          {isRunning ? words.backingUp : words.backUp}
        </Button>
      }
    >
      <p className="mb-2 text-ink-muted">{words.backupsText}</p>
      {isRunning ? null : work?.state === 'failed' ? (
        <Failure message={work.message} since={work.since} />
      ) : backUp.error ? (
        <Notice tone="failed">{backUp.error.message}</Notice>
      ) : null}
      {data.backups.length === 0 ? (
        <p>{words.noBackups}</p>
      ) : (
        <>
          <Table label={words.backups} columns={words.backupColumns.map((title) => ({ title }))}>
            {data.backups.map(({ file, bytes, at }) => (
              <tr key={file}>
                <Cell>
                  <Time at={at} />
                </Cell>
                <Cell className="whitespace-nowrap">{sayBytes(bytes)}</Cell>
                <Cell>
                  <PathLine path={file} copyLabel={words.copyPath} />
                </Cell>
              </tr>
            ))}
          </Table>
          {data.restore === null ? null : <Restore {...data.restore} />}
        </>
      )}
    </Section>
  )
}

function Restore({ back, keep }: NonNullable<DataFolderView['restore']>) {
  return (
    <div className="mt-3 flex flex-col items-start gap-1 text-sm leading-6 text-ink-muted">
      <p>{words.restoreText}</p>
      <Command text={back} />
      <p className="mt-2">{words.restoreAfter}</p>
      <Command text={keep} />
      <p>{words.restoreKept}</p>
    </div>
  )
}

const AGES = [30, 90, 180, 365, 730] as const

function Retention({ work }: { work: WorkView<'prune'> | null }) {
  const [days, setDays] = useState<(typeof AGES)[number]>(365)
  const [asking, setAsking] = useState(false)
  return (
    <Section title={words.retention}>
      <p className="mb-3 text-ink-muted">{words.retentionText}</p>
      <div className="flex flex-wrap items-center gap-3">
        <span>{words.olderThan}</span>
        <Select
          label={words.olderThan}
          className="w-32"
          options={AGES.map((value) => ({ value, label: words.ages[value] }))}
          value={days}
          onChange={setDays}
        />
        <Button disabled={work?.state === 'running'} onClick={() => setAsking(true)}>
          {words.prune}
        </Button>
      </div>
      {work === null || work.state === 'done' ? null : (
        <div role="status" className="mt-3">
          {work.state === 'running' ? (
            <PruneProgress part={work.part} />
          ) : (
            <Failure message={work.message} since={work.since} />
          )}
        </div>
      )}
      {asking ? <PruneDialog days={days} work={work} onClose={() => setAsking(false)} /> : null}
    </Section>
  )
}

/** It stays until the next one ends well, so it says when it was. */
function Failure({ message, since }: { message: string; since: string }) {
  return (
    <Notice tone="failed">
      {message} <Time at={since} />
    </Notice>
  )
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

/** “812 bytes”, “4.2 MiB”. Pure. */
function sayBytes(bytes: number): string {
  let unit = 0
  let amount = bytes
  for (; amount >= 1024 && unit < UNITS.length - 1; unit += 1) amount /= 1024
  const digits = unit === 0 || amount >= 100 ? 0 : 1
  return `${amount.toFixed(digits)} ${UNITS[unit]}`
}
