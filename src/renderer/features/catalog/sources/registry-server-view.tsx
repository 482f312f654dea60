import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { RegistryServer, RegistryWay, ServerCandidate } from '../../../../preload/contract.ts'
import { useSend } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField } from '../../../ui/controls/select.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'
import { Fact, Facts } from '../../../ui/list.tsx'
import { Section } from '../../../ui/section.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { OneLine, Quotation } from '../../../ui/text/quote-chip.tsx'
import { Said, SaidList } from '../../../ui/text/said.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { plainLabel } from './plain-label.ts'
import { sourceWords } from './source-words.ts'

const words = sourceWords.registry

/** One server of a registry: its versions, and the ways to run it. */
export function RegistryServerView({
  registry,
  server,
  onBack,
  onChoose,
}: {
  registry: string
  server: RegistryServer
  onBack: () => void
  onChoose: (candidate: ServerCandidate) => void
}) {
  const { name } = server
  const [version, setVersion] = useState(server.version)
  const { mutate: askServer, ...detail } = useSend('registries.server')
  const { mutate: askVersions, ...versions } = useSend('registries.versions')
  const top = useRef<HTMLDivElement>(null)
  // A person has pressed for this server, and for this version.
  useEffect(() => askServer({ id: registry, name, version }), [askServer, registry, name, version])
  useEffect(() => {
    askVersions({ id: registry, name })
    top.current?.focus()
  }, [askVersions, registry, name])
  const shown = detail.data?.server.version === version ? detail.data.server : server
  const all = versions.data?.servers ?? []
  const options = all.some((each) => each.version === version) ? all : [server, ...all]
  return (
    <div ref={top} tabIndex={-1} className="flex flex-col gap-4 py-2 outline-none">
      <Button
        look="plain"
        size="small"
        className="self-start"
        icon={<ArrowLeft aria-hidden size={13} />}
        onClick={onBack}
      >
        {words.back}
      </Button>
      <Head server={shown} />
      <SelectField
        label={words.version}
        className="max-w-60"
        options={options.map((each) => ({ value: each.version, label: sayVersion(each) }))}
        value={version}
        onChange={setVersion}
      />
      {versions.error ? <Notice tone="failed">{versions.error.message}</Notice> : null}
      {detail.error ? <Notice tone="failed">{detail.error.message}</Notice> : null}
      {detail.isPending ? (
        <p role="status" className="text-ink-muted">
          {words.searching}
        </p>
      ) : null}
      {detail.data !== undefined && !detail.isPending && !detail.error ? (
        <Section title={words.ways} aside={words.claims}>
          {detail.data.ways.length === 0 ? <p className="text-ink-muted">{words.noWays}</p> : null}
          <ul className="flex flex-col gap-3">
            {detail.data.ways.map((way, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the ways of one answer do not move
              <Way key={index} way={way} onChoose={onChoose} />
            ))}
          </ul>
        </Section>
      ) : null}
    </div>
  )
}

function sayVersion({ version, isLatest, status }: RegistryServer): string {
  const remarks = [isLatest ? words.latest : '', words.status[status].toLowerCase()].filter(Boolean)
  const name = plainLabel(version)
  return remarks.length === 0 ? name : `${name} (${remarks.join(', ')})`
}

function Head({ server }: { server: RegistryServer }) {
  const { name, title, description, publisher, publishedAt, repository, status, statusMessage } = server
  return (
    <div className="flex flex-col gap-2">
      <h3 className="flex flex-wrap items-center gap-2 text-lg font-semibold [overflow-wrap:anywhere]">
        <OneLine text={(title ?? name).slice(0, 200)} />
        {status === 'active' ? null : <Badge tone="failed">{words.status[status]}</Badge>}
      </h3>
      {statusMessage === null ? null : <Quotation by={words.statusBy} text={statusMessage} />}
      <p className="text-ink-muted [overflow-wrap:anywhere]">
        <OneLine text={name} /> ·{' '}
        {publisher === null ? (
          words.noPublisher
        ) : (
          <>
            {words.by} <OneLine text={publisher} />
          </>
        )}
        {publishedAt === null ? null : (
          <>
            {' '}
            · {words.published} <Time at={publishedAt} />
          </>
        )}
      </p>
      {description === '' ? null : <Quotation by={words.says} text={description} />}
      {repository === null ? null : (
        <p className="text-sm text-ink-muted">
          {words.repository}: <Code>{repository}</Code>
        </p>
      )}
    </div>
  )
}

function Way({ way, onChoose }: { way: RegistryWay; onChoose: (candidate: ServerCandidate) => void }) {
  const { kind, identifier, version, digest, notes, candidate, problem } = way
  return (
    <li className="flex flex-col gap-2 rounded-md p-3 ring-1 ring-line">
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="font-medium">
            <OneLine text={(words.kinds[kind] ?? kind).slice(0, 60)} />
          </p>
          <Code>{identifier}</Code>
        </div>
        {candidate === null ? null : (
          <Button look="solid" size="small" onClick={() => onChoose(candidate)}>
            {words.use}
          </Button>
        )}
      </div>
      <Facts>
        {version === null ? null : (
          <Fact name={words.version}>
            <Code>{version}</Code>
          </Fact>
        )}
        {digest === null || digest === version ? null : (
          <Fact name={words.digest}>
            <Code>{digest}</Code>
          </Fact>
        )}
      </Facts>
      {problem === null ? null : (
        <p className="text-ink-muted">
          <Said text={problem} />
        </p>
      )}
      {notes.length === 0 ? null : <SaidList texts={notes} className="text-sm text-ink-muted" />}
    </li>
  )
}
