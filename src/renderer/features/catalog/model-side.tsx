import type { CatalogDetail } from '../../../preload/contract.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Section } from '../../ui/section.tsx'
import { JsonView } from '../../ui/text/json-view.tsx'
import { words } from '../../words.ts'
import { catalogWords } from './words.ts'

/** Exactly what the gateway tells a model about it. */
export function ModelSide({ item }: { item: CatalogDetail }) {
  const text = JSON.stringify(item.seenByModel, null, 2)
  return (
    <Section
      title={catalogWords.model}
      aside={
        <span data-count className="flex items-center gap-2">
          {catalogWords.modelSize(item.tokens)}
          <CopyButton
            text={text}
            label={catalogWords.copyModel}
            doneLabel={words.common.copied}
            className="size-5"
          />
        </span>
      }
    >
      <JsonView label={catalogWords.side.model} value={item.seenByModel} openDepth={3} />
    </Section>
  )
}
