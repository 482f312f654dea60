import type { SavedChangeView } from '../../../../preload/contract.ts'
import { ChangeView } from '../../../editing/change-view.tsx'
import { putBack, takeBackImport } from '../../../editing/put-back.tsx'
import { WhoName } from '../../../items/who.tsx'
import { NotLoaded } from '../../../lists/failed-to-load.tsx'
import { useBridge, useCall } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { HairlineList } from '../../../ui/list.tsx'
import { Section } from '../../../ui/section.tsx'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { speakText } from '../../../ui/text/visible-text.ts'
import { settingsWords } from '../words.ts'

const words = settingsWords.workspace.changes

/** What the desk has written into the settings files, and the way back long after its toast has gone. */
export function LastChanges() {
  const { data, error, refetch } = useCall('configuration.changes', {})
  return (
    <Section title={words.title}>
      <p className="mb-2 text-ink-muted">{data?.length === 0 ? words.none : words.text}</p>
      {data !== undefined ? (
        <HairlineList aria-label={words.title}>
          {data.map((change) => (
            <Change key={change.undo} change={change} onPutBack={() => void refetch()} />
          ))}
        </HairlineList>
      ) : (
        <NotLoaded error={error} onRetry={() => void refetch()} lines={2} />
      )}
    </Section>
  )
}

function Change({
  change: { undo, file, at, by, patch, canUndo, isImport },
  onPutBack,
}: {
  change: SavedChangeView
  onPutBack: () => void
}) {
  const bridge = useBridge()
  const name = file.split(/[\\/]/).at(-1) ?? file
  return (
    <li className="row-padding">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 [overflow-wrap:anywhere]" title={file}>
          <WhoName id={by} />, {at === null ? words.unknownTime : <Time at={at} />},{' '}
          <span className="font-mono text-sm">
            <OneLine text={name} />
          </span>
        </p>
        {canUndo ? (
          <Button
            size="small"
            aria-label={words.undoOf(speakText(name))}
            onClick={() =>
              void putBack(bridge, {
                undo,
                words,
                onPutBack,
                ...(isImport ? { takeBack: takeBackImport } : {}),
              })
            }
          >
            {words.undo}
          </Button>
        ) : (
          <span className="shrink-0 text-sm text-ink-muted">{words.later}</span>
        )}
      </div>
      <details>
        <summary className="w-fit cursor-pointer text-sm text-ink-muted">{words.show}</summary>
        <ChangeView patch={patch} label={words.show} />
      </details>
    </li>
  )
}
