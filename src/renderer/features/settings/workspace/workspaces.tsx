/** The workspaces that were opened at this desk, and opening another one in its place. May import: ui, queries, words. */

import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { ActionDialog } from '../../../action-dialog.tsx'
import { useCall, useSend } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/field.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Badge } from '../../../ui/feedback/status.tsx'
import { HairlineList } from '../../../ui/list.tsx'
import { Section } from '../../../ui/section.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { Revealed } from '../../../ui/text/quote-chip.tsx'
import { speakText } from '../../../ui/text/visible-text.ts'
import { words as shared } from '../../../words.ts'
import { settingsWords } from '../words.ts'

const words = settingsWords.workspaces

/** `asked`: the settings file of one whose preview somebody asked for by a link or by opening the file. */
export function Workspaces({ asked }: { asked: string | null }) {
  const [, navigate] = useLocation()
  const { data } = useCall('workspace.list', {})
  const [opening, setOpening] = useState<string | null>(null)
  const askedFor = asked === null ? null : readAsked(asked)
  if (data?.canOpen !== true) return null
  return (
    <Section title={words.title}>
      <HairlineList aria-label={words.list}>
        {data.workspaces.map(({ configuration, name, isOpen, isThere }) => (
          <li key={configuration} className="row-padding flex items-center gap-3">
            <span className="min-w-0 flex-1">
              <span className="font-medium">
                <Revealed text={name} />
              </span>
              <span className="block text-sm text-ink-muted [overflow-wrap:anywhere]">
                <Revealed text={configuration} />
              </span>
            </span>
            {isOpen ? (
              <Badge shape={false}>{words.isOpen}</Badge>
            ) : isThere ? (
              <Button
                size="small"
                aria-label={words.openNamed(speakText(name))}
                aria-haspopup="dialog"
                onClick={() => setOpening(configuration)}
              >
                {words.open}
              </Button>
            ) : (
              <span className="text-ink-muted">{words.gone}</span>
            )}
          </li>
        ))}
      </HairlineList>
      <Button aria-haspopup="dialog" className="mt-3" onClick={() => setOpening('')}>
        {words.openOther}
      </Button>
      {opening === null ? null : <OpenDialog named={opening} onClose={() => setOpening(null)} />}
      {askedFor === null ? null : (
        <OpenDialog
          key={askedFor}
          named={askedFor}
          asked
          onClose={() => navigate('/settings/workspace', { replace: true })}
        />
      )}
    </Section>
  )
}

/** The path as the app has written it into the address; null: nobody has. */
function readAsked(asked: string): string | null {
  try {
    const bytes = atob(asked.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(bytes, (each) => each.charCodeAt(0)),
    )
  } catch {
    return null
  }
}

/** `named` empty: the person says which. Nothing of it runs before it was seen and opened. */
function OpenDialog({
  named,
  asked = false,
  onClose,
}: {
  named: string
  asked?: boolean
  onClose: () => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(named)
  const { mutate: look, data: seen, error, isPending, reset } = useSend('workspace.look')
  const open = useSend('workspace.open')
  useEffect(() => {
    if (named !== '') look({ configuration: named })
  }, [named, look])
  const lookAt = (): void => (typed.trim() === '' ? undefined : look({ configuration: typed.trim() }))
  return (
    <ActionDialog
      wide
      onClose={onClose}
      title={words.dialogTitle}
      description={words.text}
      field={field}
      send={open}
      isReady={seen === undefined ? typed.trim() !== '' : seen.hash !== null && !open.isSuccess}
      confirm={seen === undefined ? words.look : words.confirm}
      onConfirm={() => {
        if (seen === undefined) lookAt()
        else open.mutate({ configuration: seen.configuration, hash: seen.hash ?? '' })
      }}
    >
      {asked ? <Notice tone="needs">{words.asked}</Notice> : null}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          lookAt()
        }}
        autoComplete="off"
      >
        <TextField
          label={words.file}
          hint={words.fileHint}
          ref={field}
          value={typed}
          readOnly={named !== ''}
          onChange={(event) => {
            setTyped(event.target.value)
            reset()
          }}
          maxLength={4096}
          spellCheck={false}
          className="font-mono"
        />
      </form>
      {error ? <Notice tone="failed">{error.message}</Notice> : null}
      {isPending ? <Skeleton label={shared.common.loading} lines={3} /> : null}
      {seen === undefined ? null : (
        <section aria-label={words.holds} aria-live="polite" className="flex flex-col gap-2">
          {seen.problems.length === 0 ? null : (
            <Notice tone="failed">
              {words.problems} {seen.problems.join(' ')}
            </Notice>
          )}
          {seen.isOlder ? <Notice tone="needs">{words.isOlder}</Notice> : null}
          {seen.servers.length === 0 ? (
            <p className="text-ink-muted">{words.noServers}</p>
          ) : (
            <>
              <p>{words.starts}</p>
              <ul className="flex flex-col gap-1">
                {seen.servers.map(({ name, target, variables, hazards }) => (
                  <li key={name} className="[overflow-wrap:anywhere]">
                    <span className="font-medium">{name}</span> <Code>{target}</Code>
                    {variables.length === 0 ? null : (
                      <span className="block text-sm text-ink-muted">{words.variables(variables)}</span>
                    )}
                    {hazards.map(({ literal, text }) => (
                      <span key={literal + text} className="block text-sm text-risky">
                        <Code>{literal}</Code> {text}
                      </span>
                    ))}
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
      )}
    </ActionDialog>
  )
}
