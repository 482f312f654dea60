import { Copy, Package } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SettingsView } from '../../../../preload/contract.ts'
import { useCall, useSend } from '../../../queries.ts'
import { useDesk } from '../../../state.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { copyAndSay } from '../../../ui/controls/copy-button.tsx'
import { downloadBytes } from '../../../ui/controls/download.ts'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Fact, Facts, HairlineList } from '../../../ui/list.tsx'
import { Section } from '../../../ui/section.tsx'
import { Cell, StackedLabel, Table } from '../../../ui/table.tsx'
import { CodeBlock } from '../../../ui/text/code.tsx'
import { QuoteChip } from '../../../ui/text/quote-chip.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { words as appWords } from '../../../words.ts'
import { settingsWords } from '../words.ts'
import { PathLine } from '../workspace/path-line.tsx'
import { ClientFiguresDialog } from './client-figures-dialog.tsx'
import { ClientRow } from './client-row.tsx'
import { connectWords } from './connect-words.ts'

const words = settingsWords.connect
type Snippet = SettingsView['connect']['snippets'][number]

/** One block of text a client, where it goes, and who is connected by now. */
export function ConnectPart({ connect }: { connect: SettingsView['connect'] }) {
  const { filters, setFilter } = useDesk()
  const chosen =
    connect.snippets.find((snippet) => snippet.client === filters['settings.client']) ?? connect.snippets[0]
  return (
    <>
      <p className="mb-4 text-ink-muted">{words.lead}</p>
      <ClientsHere />
      <BundleSection />
      <Section title={connectWords.byHand}>
        <p className="mb-3 text-ink-muted">{connectWords.byHandText}</p>
        <div className="grid grid-cols-[11rem_minmax(0,1fr)] gap-4 max-md:grid-cols-1">
          <ul aria-label={words.clients} className="flex flex-col gap-px">
            {connect.snippets.map((snippet) => (
              <li key={snippet.client}>
                <button
                  type="button"
                  aria-pressed={snippet === chosen}
                  onClick={() => setFilter('settings.client', snippet.client)}
                  className={classNames(
                    'flex min-h-7 w-full items-center rounded-md px-2 py-1 text-left text-ink-muted transition-colors hover:bg-hover hover:text-ink',
                    snippet === chosen && 'bg-accent-soft font-medium text-ink hover:bg-accent-soft',
                  )}
                >
                  {snippet.client}
                </button>
              </li>
            ))}
          </ul>
          {chosen ? <OneClient key={chosen.client} snippet={chosen} /> : null}
        </div>
      </Section>
      <ConnectedNow />
      <ClientsSection />
      <Section title={words.address}>
        <p className="mb-2 text-ink-muted">{words.addressText}</p>
        <Facts>
          <Fact name={words.url}>
            <PathLine path={connect.mcpUrl} copyLabel={words.copyUrl} />
          </Fact>
          <Fact name={words.token}>
            <span className="text-ink-muted">{words.tokenText}: </span>
            <PathLine path={connect.tokenFile} copyLabel={words.copyToken} />
          </Fact>
        </Facts>
      </Section>
    </>
  )
}

function OneClient({ snippet }: { snippet: Snippet }) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p>{adviceFor(snippet)}</p>
      {snippet.file === null ? null : (
        <p>
          <span className="text-ink-muted">{words.file} </span>
          <PathLine path={snippet.file} copyLabel={words.copyFile} />
        </p>
      )}
      <CodeBlock text={snippet.text} label={words.text(snippet.client)} wrap={snippet.language === 'shell'} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          look="solid"
          icon={<Copy aria-hidden size={14} />}
          onClick={() => void copyAndSay(snippet.text, words)}
        >
          {words.copyText}
        </Button>
        <span className="text-ink-muted">{words.afterwards}</span>
      </div>
    </div>
  )
}

function adviceFor({ file, text }: Snippet): string {
  if (file !== null) return words.inFile
  return text.startsWith('#') ? words.byHand : words.inTerminal
}

/** The MCP clients of this machine, which the desk can connect by itself. */
function ClientsHere() {
  const { data, error, refetch } = useCall('clients.files', {})
  // Clients write their files themselves; nothing tells of it.
  useEffect(() => {
    const look = () => void refetch()
    look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [refetch])
  const found = data?.filter(({ state }) => state !== 'absent') ?? []
  const absent = data?.filter(({ state }) => state === 'absent') ?? []
  return (
    <Section
      title={connectWords.here}
      aside={
        <Button size="small" look="plain" onClick={() => void refetch()}>
          {connectWords.lookAgain}
        </Button>
      }
    >
      <p className="mb-2 text-ink-muted">{connectWords.hereText}</p>
      {error ? (
        <Notice tone="failed">
          {connectWords.failed} {error.message}
        </Notice>
      ) : data === undefined ? (
        <Skeleton label={appWords.common.loading} lines={4} className="py-4" />
      ) : found.length === 0 ? (
        <p>{connectWords.none}</p>
      ) : (
        <>
          <HairlineList aria-label={connectWords.list}>
            {found.map((client) => (
              <ClientRow key={client.id} client={client} onChanged={() => void refetch()} />
            ))}
          </HairlineList>
          {absent.length === 0 ? null : (
            <p className="mt-2 text-sm text-ink-muted">
              {connectWords.absent(absent.map(({ title }) => title).join(', '))}
            </p>
          )}
        </>
      )}
    </Section>
  )
}

const LOCAL = 'local'

/** Every identity that a client can have, and what each sees, asks and costs. */
function ClientsSection() {
  const declared = useCall('settings.get', {}).data?.clients ?? []
  const [open, setOpen] = useState<string | null>(null)
  const others = declared.filter(({ name }) => name !== LOCAL)
  const clients = [
    { name: LOCAL, by: connectWords.local },
    ...others.map(({ name, token }) => ({
      name,
      by: token === null ? connectWords.withoutToken : connectWords.withToken,
    })),
  ]
  return (
    <Section title={connectWords.figures}>
      <p className="mb-2 text-ink-muted">{connectWords.figuresText}</p>
      <HairlineList aria-label={connectWords.figures}>
        {clients.map(({ name, by }) => (
          <li key={name} className="row-padding flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
            <span className="text-ink-muted">{by}</span>
            <Button
              size="small"
              className="ml-auto"
              aria-label={connectWords.showFigures(name)}
              onClick={() => setOpen(name)}
            >
              {connectWords.figuresShort}
            </Button>
          </li>
        ))}
      </HairlineList>
      {open === null ? null : <ClientFiguresDialog name={open} onClose={() => setOpen(null)} />}
    </Section>
  )
}

/** The clients that are connected, as they come and go. Their names are what they call themselves. */
function ConnectedNow() {
  const clients = useCall('desk.status', {}).data?.clients ?? []
  return (
    <Section title={words.now}>
      {clients.length === 0 ? (
        <p>
          {words.nobody} <span className="text-ink-muted">{words.nobodyText}</span>
        </p>
      ) : (
        <Table stacks label={words.now} columns={words.columns.map((title) => ({ title }))}>
          {clients.map((client) => (
            <tr key={`${client.label} ${client.client} ${client.since}`}>
              <Cell>
                <QuoteChip text={client.label} />
              </Cell>
              <Cell className="[overflow-wrap:anywhere]">
                <StackedLabel text={words.columns[1]} />
                {client.client}
              </Cell>
              <Cell>
                <StackedLabel text={words.columns[2]} />
                {client.transport}
              </Cell>
              <Cell>
                <StackedLabel text={words.columns[3]} />
                <Time at={client.since} />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  )
}

/** A file that Claude Desktop installs by itself, for whoever does not want another program to write its settings. */
function BundleSection() {
  const bundle = useSend('clients.bundle')
  function save(): void {
    bundle.mutate(
      {},
      {
        onSuccess: ({ name, content }) => {
          downloadBytes(name, content)
          showToast(connectWords.bundleSaved)
        },
      },
    )
  }
  return (
    <Section title={connectWords.bundle}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <p className="min-w-0 flex-1 basis-60 text-ink-muted">{connectWords.bundleText}</p>
        <Button
          size="small"
          icon={<Package aria-hidden size={13} />}
          disabled={bundle.isPending}
          onClick={save}
        >
          {connectWords.bundleSave}
        </Button>
      </div>
      {bundle.error ? <Notice tone="failed">{bundle.error.message}</Notice> : null}
    </Section>
  )
}
