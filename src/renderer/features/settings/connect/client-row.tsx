import { useState } from 'react'
import type { ClientFileView } from '../../../../preload/contract.ts'
import { useCall } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Status, type Tone } from '../../../ui/feedback/status.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { PathLine } from '../workspace/path-line.tsx'
import { ConnectDialog, DisconnectDialog, UndoDialog } from './client-dialogs.tsx'
import { connectWords as words } from './connect-words.ts'

const TONES: Record<ClientFileView['state'], Tone> = {
  absent: 'quiet',
  not_connected: 'neutral',
  connected: 'done',
  broken: 'failed',
  unreadable: 'failed',
}

/** One client of this machine: how it stands, where its file is, and what can be done. */
export function ClientRow({ client, onChanged }: { client: ClientFileView; onChanged: () => void }) {
  const [asking, setAsking] = useState<'connect' | 'disconnect' | 'undo' | null>(null)
  const { title, state } = client
  const connected = useCall('desk.status', {}).data?.clients ?? []
  const written = state === 'connected'
  const here = written && hasCome(client.id, connected)
  const close = () => setAsking(null)
  return (
    <li className="row-padding flex flex-wrap items-start gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="font-medium">{title}</span>
          <Status tone={written && !here ? 'needs' : TONES[state]}>
            {written && !here ? words.setUp(title) : words.states[state]}
          </Status>
        </p>
        <p className="text-ink-muted">
          <PathLine path={client.file} copyLabel={words.copyFile(title)} />
        </p>
        {written ? (
          <p>
            {here ? words.sayNow(title) : words.sayThen} <q>{words.sentence}</q>
          </p>
        ) : null}
        {client.linksTo === null ? null : (
          <p className="text-sm text-ink-muted">
            {words.linksTo} <Code>{client.linksTo}</Code>
          </p>
        )}
        {client.missing === null ? null : (
          <p className="text-failed">
            {words.missing} <Code>{client.missing}</Code>
          </p>
        )}
        {client.problem === null ? null : <p className="text-failed">{client.problem}</p>}
        {client.other === null || client.missing !== null ? null : (
          <p className="text-ink-muted">
            {words.other} <Code>{client.other}</Code>
          </p>
        )}
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-2">
        {state === 'broken' ? (
          <Button
            size="small"
            look="solid"
            aria-label={words.anew(title)}
            onClick={() => setAsking('connect')}
          >
            {words.anewShort}
          </Button>
        ) : null}
        {client.patch === null || state !== 'not_connected' ? null : (
          <Button
            size="small"
            look="solid"
            aria-label={words.connect(title)}
            onClick={() => setAsking('connect')}
          >
            {words.connectShort}
          </Button>
        )}
        {(state === 'connected' || state === 'broken') && client.removal !== null ? (
          <Button size="small" aria-label={words.disconnect(title)} onClick={() => setAsking('disconnect')}>
            {words.disconnectShort}
          </Button>
        ) : client.undo?.possible ? (
          <Button size="small" aria-label={words.undo(title)} onClick={() => setAsking('undo')}>
            {words.undoShort}
          </Button>
        ) : null}
      </div>
      {asking === 'connect' ? <ConnectDialog client={client} onClose={close} onChanged={onChanged} /> : null}
      {asking === 'disconnect' ? (
        <DisconnectDialog client={client} onClose={close} onChanged={onChanged} />
      ) : null}
      {asking === 'undo' ? <UndoDialog client={client} onClose={close} onChanged={onChanged} /> : null}
    </li>
  )
}

/** What clients call themselves when they connect, by the id under which the desk knows their file. */
const NAMES: Record<string, readonly string[]> = {
  'claude-code': ['claudecode'],
  'claude-desktop': ['claudeai', 'claudedesktop'],
  cursor: ['cursor'],
  vscode: ['visualstudiocode', 'vscode'],
  codex: ['codex'],
  windsurf: ['windsurf', 'codeium'],
  'gemini-cli': ['gemini'],
  zed: ['zed'],
  'copilot-cli': ['copilot', 'githubcopilot'],
  goose: ['goose'],
}

/** Whether one of those that are connected calls itself like this client. A name proves nothing. Pure. */
export function hasCome(id: string, connected: readonly { label: string }[]): boolean {
  const names = NAMES[id] ?? [plain(id)]
  return connected.some(({ label }) => names.some((name) => plain(label).startsWith(name)))
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
