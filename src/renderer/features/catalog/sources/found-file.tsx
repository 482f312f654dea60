import { type ReactNode, useId } from 'react'
import type { FoundFile, FoundServer, ServerCandidate } from '../../../../preload/contract.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'
import { HairlineList } from '../../../ui/list.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import { Said, SaidList } from '../../../ui/text/said.tsx'
import { MissingInputs } from './missing-inputs.tsx'
import { sourceWords } from './source-words.ts'
import type { SourceChoice } from './use-choice.ts'

const words = sourceWords.import

interface FilePart {
  file: FoundFile
  chosen: SourceChoice
  onChoose: (candidate: ServerCandidate) => void
}

/** The servers of one file, to be chosen. */
export function FoundFilePart({ file, chosen, onChoose }: FilePart) {
  const title = useId()
  const wanted = file.servers.filter(isNew).map(({ key }) => key)
  const areAll = wanted.every((key) => chosen.has(file.id, key))
  return (
    <section aria-labelledby={title} className="flex flex-col gap-1">
      <header className="flex flex-col gap-0.5">
        <h3 id={title} className="flex flex-wrap items-center gap-2 font-semibold">
          {file.client}
          {file.project === null ? null : (
            <span className="font-normal text-ink-muted">
              {words.ofProject} <Code>{file.project}</Code>
            </span>
          )}
          {file.isTrusted ? null : <Badge tone="needs">{words.untrusted}</Badge>}
        </h3>
        <p className="text-sm text-ink-muted [overflow-wrap:anywhere]">
          <OneLine text={file.file} />
        </p>
        {file.isTrusted ? null : <p className="max-w-prose text-ink-muted">{words.untrustedText}</p>}
      </header>
      {wanted.length < 2 ? null : (
        <Button
          size="small"
          look="plain"
          className="-ml-2 self-start"
          onClick={() => {
            for (const key of wanted) chosen.set(file.id, key, !areAll)
          }}
        >
          {areAll ? words.chooseNone : words.chooseAll}{' '}
          <span className="sr-only">
            {file.client} {file.project ?? ''}
          </span>
        </Button>
      )}
      {file.problem === null ? null : <Notice tone="failed">{file.problem}</Notice>}
      <HairlineList>
        {file.servers.map((server) => (
          <FoundRow key={server.key} file={file} server={server} chosen={chosen} onChoose={onChoose} />
        ))}
      </HairlineList>
    </section>
  )
}

/** What a person most likely wants of it. */
function isNew({ candidate, already, isDisabled }: FoundServer): boolean {
  return candidate !== null && already === null && !isDisabled
}

function FoundRow({ file, server, chosen, onChoose }: FilePart & { server: FoundServer }) {
  const id = useId()
  const { candidate, kept, notes, already, problem } = server
  const isChosen = chosen.has(file.id, server.key)
  const values = chosen.valuesOf(file.id, server.key)
  return (
    <li className="flex items-start gap-3 py-2.5">
      <input
        id={id}
        type="checkbox"
        checked={isChosen}
        disabled={candidate === null}
        onChange={(event) => chosen.set(file.id, server.key, event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent-solid"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <label htmlFor={id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="sr-only">{words.choose('')}</span>
          <span className="font-medium [overflow-wrap:anywhere]">
            <OneLine text={server.key} />
          </span>
          {already === null ? null : <Badge tone="quiet">{words.already(already)}</Badge>}
          {server.isDisabled ? <Badge tone="quiet">{words.off}</Badge> : null}
          {kept.length === 0 ? null : <Badge tone="neutral">{words.secrets(kept.length)}</Badge>}
        </label>
        {candidate === null ? null : <Literal connection={candidate.draft.connection} />}
        {problem === null ? null : (
          <p className="text-ink-muted">
            <Said text={problem} />
          </p>
        )}
        {isChosen && candidate !== null ? (
          <>
            {kept.length === 0 ? null : (
              <p className="text-sm text-ink-muted">
                <Names names={kept} /> {words.secretsText}
              </p>
            )}
            <Notes notes={notes} />
            <MissingInputs
              inputs={candidate.inputs}
              kept={kept}
              values={values}
              onChange={(name, value) => chosen.fill(file.id, server.key, name, value)}
            />
            <p className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
              <Button size="small" onClick={() => onChoose(candidate)}>
                {words.openForm} <span className="sr-only">{server.key}</span>
              </Button>
              {kept.length === 0 ? null : words.openFormText}
            </p>
          </>
        ) : null}
      </div>
    </li>
  )
}

function Names({ names }: { names: string[] }): ReactNode {
  return names.map((name, index) => (
    <span key={name}>
      {index === 0 ? '' : ', '}
      <Code>{name}</Code>
    </span>
  ))
}

/** What would start, or be opened, as it stands in the file. */
function Literal({ connection }: { connection: Record<string, unknown> }) {
  const { url, command, args } = connection
  const list = Array.isArray(args) ? args.map(String) : []
  return (
    <Code className="self-start">
      {url === undefined ? [String(command), ...list].join(' ') : String(url)}
    </Code>
  )
}

function Notes({ notes }: { notes: string[] }) {
  if (notes.length === 0) return null
  return (
    <div className="text-sm">
      <p className="font-medium">{words.notes}</p>
      <SaidList texts={notes} className="text-ink-muted" />
    </div>
  )
}
