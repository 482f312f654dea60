import { ListChecks } from 'lucide-react'
import { useCall, useSend } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ButtonLink } from '../../../ui/controls/button-link.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { JudgedAdd } from './judged-add.tsx'
import { judgedWords as words } from './judged-words.ts'

/** What judged queries are for, and three ways to the first one. */
export function JudgedEmpty({ onImport }: { onImport: () => void }) {
  const beside = useCall('judged.beside', {}).data?.found ?? null
  const take = useSend('judged.import')
  return (
    <div className="mx-auto max-w-2xl px-6 pb-10">
      <EmptyState
        icon={<ListChecks aria-hidden size={28} strokeWidth={1.5} />}
        title={words.emptyTitle}
        actions={
          <>
            {beside === null ? null : (
              <Button
                look="solid"
                disabled={take.isPending}
                onClick={() => take.mutate({ text: beside.text })}
              >
                {words.takeBeside(beside.queries, beside.file)}
              </Button>
            )}
            <ButtonLink href="#/search/traffic">{words.fromTraffic}</ButtonLink>
            <Button onClick={onImport}>{words.importSome}</Button>
          </>
        }
      >
        {words.emptyText}
      </EmptyState>
      {take.error === null ? null : (
        <Notice tone="failed">
          <span className="whitespace-pre-line">{take.error.message}</span>
        </Notice>
      )}
      <JudgedAdd />
    </div>
  )
}
