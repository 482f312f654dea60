import type { RegistryServer } from '../../../../preload/contract.ts'
import { Badge } from '../../../ui/feedback/status.tsx'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import { sourceWords } from './source-words.ts'

const words = sourceWords.registry

/** One server of a list: every text of it is an outsider's. */
export function RegistryRow({ server, onOpen }: { server: RegistryServer; onOpen: () => void }) {
  const { name, title, description, version, publisher, status } = server
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="row-padding -mx-2 flex w-[calc(100%+1rem)] flex-col gap-0.5 rounded-md px-2 text-left hover:bg-hover"
      >
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="line-clamp-1 font-medium [overflow-wrap:anywhere]">
            <OneLine text={(title ?? name).slice(0, 200)} />
          </span>
          <span className="text-sm text-ink-muted">
            <OneLine text={version.slice(0, 40)} />
          </span>
          {status === 'active' ? null : <Badge tone="failed">{words.status[status]}</Badge>}
        </span>
        <span className="line-clamp-1 text-sm text-ink-muted [overflow-wrap:anywhere]">
          <OneLine text={name.slice(0, 200)} /> ·{' '}
          {publisher === null ? (
            words.noPublisher
          ) : (
            <>
              {words.by} <OneLine text={publisher.slice(0, 100)} />
            </>
          )}
        </span>
        {description === '' ? null : (
          <q className="line-clamp-2 text-ink-muted [overflow-wrap:anywhere]">
            <OneLine text={description.slice(0, 400)} />
          </q>
        )}
      </button>
    </li>
  )
}
