import type { ReactNode } from 'react'
import type { SandboxMode, ServerExamination, ServerHazard } from '../../../../preload/contract.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { Switch } from '../../../ui/controls/switch.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { Section } from '../../../ui/section.tsx'
import { Code, CodeBlock } from '../../../ui/text/code.tsx'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import { Said, SaidList } from '../../../ui/text/said.tsx'
import { serverWords as words } from './words.ts'

/** What a person has to see before anything starts: the literal command first. */
export function Examined({
  examination,
  sandbox,
  onSandbox,
  children,
}: {
  examination: ServerExamination
  sandbox: SandboxMode
  onSandbox: (mode: SandboxMode) => void
  /** The switches of what looks like a key. */
  children?: ReactNode
}) {
  const { problems, hazards, touches, needs } = examination
  const refused = hazards.filter(({ level }) => level === 'refused')
  const named = hazards.filter(({ level }) => level === 'named')
  return (
    <div className="flex flex-col gap-3 py-1">
      <Target examination={examination} />
      {problems.length === 0 ? null : (
        <Notice tone="failed">
          <p className="font-medium">{words.look.problems}</p>
          <SaidList texts={problems} className="pl-4" />
        </Notice>
      )}
      {refused.length === 0 ? null : <Hazards tone="failed" title={words.look.refused} hazards={refused} />}
      {named.length === 0 ? null : <Hazards tone="needs" title={words.look.hazards} hazards={named} />}
      {needs.length === 0 ? null : (
        <Section title={words.look.needs}>
          <ul className="flex flex-col gap-1">
            {needs.map(({ program, found, help }) => (
              <li key={program} className="flex flex-wrap gap-x-2">
                <Status tone={found === null ? 'failed' : 'done'}>
                  <OneLine text={found === null ? words.look.missing(program) : programName(program)} />
                </Status>
                {found === null ? <span>{help}</span> : <Code>{found}</Code>}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={words.look.touches}>
        <SaidList texts={touches} className="flex flex-col gap-1" />
      </Section>
      <Values examination={examination}>{children}</Values>
      {examination.sandbox === null ? null : (
        <Section title={words.look.sandbox}>
          <div className="max-w-72">
            <Select<SandboxMode>
              label={words.look.sandbox}
              value={sandbox}
              options={examination.sandbox.modes.map((value) => ({ value, label: words.sandboxes[value] }))}
              onChange={onSandbox}
              disabled={examination.sandbox.modes.length < 2}
            />
          </div>
          <p className="mt-1 text-sm text-ink-muted">
            <Said text={examination.sandbox.reason} />
          </p>
        </Section>
      )}
    </div>
  )
}

function programName(program: string): string {
  return program.replace(/^.*[\\/]/, '')
}

/** It stays in view while it is tried. */
export function Target({
  examination: { kind, target, folder, sandbox },
}: {
  examination: ServerExamination
}) {
  const isProgram = sandbox !== null || kind === 'cli'
  return (
    <div>
      <p className="mb-1 text-sm font-semibold">{isProgram ? words.look.starts : words.look.goes}</p>
      <CodeBlock text={target} label={words.look.literal} wrap />
      {folder === null ? null : (
        <p className="mt-1 text-sm text-ink-muted">
          {words.look.inFolder} <Code>{folder}</Code>
        </p>
      )}
    </div>
  )
}

function Hazards({
  tone,
  title,
  hazards,
}: {
  tone: 'failed' | 'needs'
  title: string
  hazards: readonly ServerHazard[]
}) {
  return (
    <Notice tone={tone}>
      <p className="font-medium">{title}</p>
      <ul className="flex list-disc flex-col gap-1 pl-4">
        {hazards.map(({ literal, text }) => (
          <li key={`${literal} ${text}`}>
            <Code>{literal}</Code> {text}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Values({
  examination: { variables },
  children,
}: {
  examination: ServerExamination
  children: ReactNode
}) {
  if (variables.length === 0) return null
  return (
    <Section title={words.look.values}>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1">
        {variables.map(({ name, place, value, secrets }) => (
          <div key={`${place} ${name}`} className="contents">
            <dt className="font-mono text-sm">
              <OneLine text={name} />
            </dt>
            <dd className="min-w-0">
              {secrets.length > 0 ? (
                <Status tone="done">
                  {secrets.every(({ isStored }) => isStored) ? words.look.secretStored : words.look.secretNew}
                </Status>
              ) : (
                <Code>{value}</Code>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </Section>
  )
}

/** Keys that would stand in the file: kept as secrets by themselves, unless a person says otherwise. */
export function SecretSwitches({
  keys,
  onChange,
}: {
  keys: readonly { id: string; name: string; isSecret: boolean }[]
  onChange: (id: string, isSecret: boolean) => void
}) {
  if (keys.length === 0) return null
  return (
    <div className="mt-3 flex flex-col gap-2">
      {keys.map(({ id, name, isSecret }) => (
        <Switch
          key={id}
          label={words.look.keep(name)}
          hint={words.look.keepHint}
          checked={isSecret}
          onChange={(on) => onChange(id, on)}
        />
      ))}
    </div>
  )
}
