import { Package } from 'lucide-react'
import { useSend } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { downloadBytes } from '../../../ui/controls/download.ts'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Section } from '../../../ui/section.tsx'
import { connectWords } from './connect-words.ts'

/** A file that Claude Desktop installs by itself, for whoever does not want another program to write its settings. */
export function BundleSection() {
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
