import { ExternalLink, LogIn, RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ConnectionView } from '../../../preload/contract.ts'
import { CallDialog } from '../../action-dialog.tsx'
import { useCall, useSend } from '../../queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { ErrorState, Notice } from '../../ui/feedback/error-state.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { HairlineList } from '../../ui/list.tsx'
import { Section } from '../../ui/section.tsx'
import { CodeBlock } from '../../ui/text/code.tsx'
import { OneLine, Quotation } from '../../ui/text/quote-chip.tsx'
import { ShortId } from '../../ui/text/short-id.tsx'
import { Time } from '../../ui/text/time.tsx'
import { ConnectionTools, ItemLink } from './connection-tools.tsx'
import { HEALTH_TONE } from './look.ts'
import { FullLogButton } from './servers/full-log.tsx'
import { EnableButton, ManageMenu } from './servers/manage-menu.tsx'
import { serverWords as words } from './servers/words.ts'
import { NewerVersion } from './sources/newer-version.tsx'
import { catalogWords } from './words.ts'

/** One connection: how it is and since when, what it said, what it offers, and making it anew. */
export function ConnectionDetail({
  name,
  connection,
  onBack,
}: {
  name: string
  connection: ConnectionView | null
  onBack: () => void
}) {
  const [asking, setAsking] = useState(false)
  if (connection === null) {
    return (
      <ErrorState title={catalogWords.gone} message={name} retryLabel={catalogWords.back} onRetry={onBack} />
    )
  }
  const advice = catalogWords.advice[connection.health]
  const isProgram = connection.kind === 'cli'
  return (
    <article
      id="entry"
      tabIndex={-1}
      aria-label={catalogWords.detail}
      className="flex h-full min-h-0 flex-col wrap-break-word outline-none"
    >
      <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-6 py-1 text-ink-muted">
        <span className="font-medium text-ink">{catalogWords.connectionKind[connection.kind]}</span>
        <span className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
          <ShortId id={connection.name} />
          {connection.health === 'disabled' ? null : (
            <Button size="small" icon={<RotateCw aria-hidden size={13} />} onClick={() => setAsking(true)}>
              {connection.kind === 'mcp' ? catalogWords.restart : catalogWords.look}
            </Button>
          )}
          <ManageMenu connection={connection} />
        </span>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-4">
        <header className="flex flex-col gap-1.5 pt-5 pb-4">
          <h2 className="text-xl font-semibold text-balance">
            <OneLine text={connection.title} />
          </h2>
          <p className="flex flex-wrap items-center gap-x-2">
            <Status tone={HEALTH_TONE[connection.health]} className="font-medium">
              {catalogWords.health[connection.health]}
            </Status>
            <span className="text-ink-muted">
              {catalogWords.since} <Time at={connection.since} />
            </span>
          </p>
          {advice === null ? null : <p className="max-w-prose text-ink-muted">{advice}</p>}
          {connection.health === 'down' ? <WhatIsMissing connection={connection} /> : null}
          {connection.health === 'disabled' ? <EnableButton connection={connection} /> : null}
          {connection.health === 'needs_sign_in' ? <SignIn connection={connection} /> : null}
        </header>
        {connection.error === null ? null : (
          <Section title={catalogWords.error}>
            <Quotation by={catalogWords.errorBy} text={connection.error} longest={4000} />
          </Section>
        )}
        <Section
          title={catalogWords.target}
          aside={<CopyButton text={connection.target} label={catalogWords.copyTarget} className="size-5" />}
        >
          <CodeBlock text={connection.target} label={catalogWords.literally(catalogWords.target)} wrap />
          <p className="mt-1 text-sm text-ink-muted">{catalogWords.targetText}</p>
        </Section>
        {connection.waiting.length === 0 ? null : (
          <Section title={catalogWords.waiting}>
            <HairlineList>
              {connection.waiting.map(({ approvalId, title }) => (
                <li key={approvalId} className="row-padding flex flex-wrap items-center gap-x-3 gap-y-1">
                  {title}
                  <ItemLink id={approvalId} of={title} answer="waiting" />
                </li>
              ))}
            </HairlineList>
          </Section>
        )}
        {connection.rules.length === 0 ? null : (
          <Section title={catalogWords.rules}>
            <ul className="flex list-disc flex-col gap-1 pl-5">
              {connection.rules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          </Section>
        )}
        <NewerVersion name={connection.name} />
        <ConnectionTools connection={connection} />
        {connection.kind === 'rest' || (isProgram && connection.logTail.length === 0) ? null : (
          <Section
            title={isProgram ? catalogWords.notes : catalogWords.log}
            aside={isProgram ? null : <FullLogButton name={connection.name} title={connection.title} />}
          >
            {connection.logTail.length === 0 ? (
              <p className="text-ink-muted">{catalogWords.noLog}</p>
            ) : (
              <CodeBlock
                text={connection.logTail.join('\n')}
                label={catalogWords.literally(isProgram ? catalogWords.notes : catalogWords.log)}
                wrap
              />
            )}
          </Section>
        )}
      </div>
      {asking ? <RestartDialog connection={connection} onClose={() => setAsking(false)} /> : null}
    </article>
  )
}

/** Says what making a connection anew does to what runs on it, then does it. */
function RestartDialog({ connection, onClose }: { connection: ConnectionView; onClose: () => void }) {
  const { kind } = connection
  return (
    <CallDialog
      onClose={onClose}
      title={
        kind === 'mcp'
          ? catalogWords.restartTitle(connection.title)
          : catalogWords.lookTitle(connection.title)
      }
      description={kind === 'mcp' ? catalogWords.restartText : catalogWords.lookText[kind]}
      keep={catalogWords.keep}
      confirm={kind === 'mcp' ? catalogWords.restartConfirm : catalogWords.lookConfirm}
      call="connections.restart"
      request={{ name: connection.name }}
      onDone={(after) =>
        showToast(catalogWords.restarted(after.title, catalogWords.health[after.health]), {
          tone: after.health === 'down' ? 'failed' : 'done',
          ...(after.error === null ? {} : { detail: after.error }),
        })
      }
    />
  )
}

/**
 * Signing in at a server: the gateway gives the address, the person opens it. Two presses, because only a link that
 * was pressed opens a new tab in every browser.
 */
function SignIn({ connection }: { connection: ConnectionView }) {
  const signIn = useSend('connections.signIn')
  const link = useRef<HTMLAnchorElement>(null)
  const url = connection.visitFailed ? null : (signIn.data?.url ?? null)
  useEffect(() => {
    if (url !== null) link.current?.focus()
  }, [url])
  return (
    <div className="flex flex-col items-start gap-2">
      {url === null ? (
        <Button
          look="solid"
          disabled={signIn.isPending}
          icon={<LogIn aria-hidden size={14} />}
          onClick={() => signIn.mutate({ name: connection.name })}
        >
          {catalogWords.signIn}
        </Button>
      ) : (
        <>
          <ButtonLink
            ref={link}
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            look="solid"
            icon={<ExternalLink aria-hidden size={14} />}
          >
            {catalogWords.signInOpen(hostOf(url))}
          </ButtonLink>
          <p className="max-w-prose text-ink-muted">{catalogWords.signInWait}</p>
          <Button look="plain" size="small" onClick={() => signIn.mutate({ name: connection.name })}>
            {catalogWords.signInAnew}
          </Button>
        </>
      )}
      {signIn.error ? <Notice tone="failed">{signIn.error.message}</Notice> : null}
    </div>
  )
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** Why a server does not come up, where that is known: a program or a secret that is missing, and the way to it. */
function WhatIsMissing({ connection: { name } }: { connection: ConnectionView }) {
  const declared = useCall('servers.declared', { name }).data
  const draft = { name, connection: declared?.connection ?? {}, tools: null }
  const { data } = useCall(
    'servers.examine',
    { draft, candidate: null },
    { enabled: declared !== undefined, keptMs: 0 },
  )
  if (data === undefined) return null
  const helps = data.needs.flatMap(({ program, help }) => (help === null ? [] : [{ program, help }]))
  const secrets = data.variables
    .flatMap((variable) => variable.secrets)
    .flatMap((secret) => (secret.isStored ? [] : [secret.name]))
  if (helps.length + secrets.length === 0) return null
  return (
    <ul aria-label={words.missingLabel} className="mt-1 flex max-w-prose flex-col gap-1">
      {helps.map(({ program, help }) => (
        <li key={program}>
          {words.look.missing(program)} {help}
        </li>
      ))}
      {secrets.map((secret) => (
        <li key={secret} className="flex flex-wrap items-center gap-2">
          {words.secretMissing(secret)}
          <ButtonLink href="#/settings/secrets" size="small">
            {words.storeSecret}
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}
