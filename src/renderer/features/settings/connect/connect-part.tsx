import { Copy } from 'lucide-react'
import type { SettingsView } from '../../../../preload/contract.ts'
import { useDesk } from '../../../state.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/controls/copy-button.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Fact, Facts } from '../../../ui/list.tsx'
import { Section } from '../../../ui/section.tsx'
import { CodeBlock } from '../../../ui/text/code.tsx'
import { settingsWords } from '../words.ts'
import { PathLine } from '../workspace/path-line.tsx'
import { BundleSection } from './bundle-section.tsx'
import { ClientsHere } from './clients-here.tsx'
import { ClientsSection } from './clients-section.tsx'
import { connectWords } from './connect-words.ts'
import { ConnectedNow } from './connected-now.tsx'

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
  async function copy(): Promise<void> {
    if (await copyText(snippet.text)) showToast(words.textCopied)
    else showToast(words.notCopied, { tone: 'failed' })
  }
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
        <Button look="solid" icon={<Copy aria-hidden size={14} />} onClick={() => void copy()}>
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
