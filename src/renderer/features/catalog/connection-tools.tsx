import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { ConnectionView } from '../../../preload/contract.ts'
import { useCall } from '../../queries.ts'
import { useDesk } from '../../state.ts'
import { Notice } from '../../ui/feedback/error-state.tsx'
import { Status } from '../../ui/feedback/status.tsx'
import { HairlineList } from '../../ui/list.tsx'
import { Section } from '../../ui/section.tsx'
import { QuoteChip } from '../../ui/text/quote-chip.tsx'
import { routeOf } from './views.ts'
import { catalogWords } from './words.ts'

/** What its server offers: how many agents can find, which wait for a person, which cannot be used at all. */
export function ConnectionTools({ connection }: { connection: ConnectionView }) {
  const [, navigate] = useLocation()
  const setFilter = useDesk((desk) => desk.setFilter)
  const catalog = useCall('catalog.list', { kind: 'capability' })
  const imported = (catalog.data ?? []).filter(
    (item) => item.source === connection.name && item.blocked === null,
  ).length
  function show(): void {
    setFilter('catalog.capabilities.text', '')
    setFilter('catalog.capabilities.tag', '')
    setFilter('catalog.capabilities.source', connection.name)
    navigate(routeOf('capabilities', null))
  }
  if (connection.kind !== 'mcp') {
    return <Section title={catalogWords.tools}>{quiet(catalogWords.noToolsOf[connection.kind])}</Section>
  }
  const { changed, refused } = connection
  return (
    <>
      <Section title={catalogWords.tools}>
        {connection.tools === 0 ? (
          quiet(
            connection.health === 'healthy' || connection.health === 'changed'
              ? catalogWords.noTools
              : catalogWords.toolsUnknown,
          )
        ) : (
          <p>
            {catalogWords.toolCount(connection.tools)}.{' '}
            <span className="text-ink-muted">
              {imported === 0 ? catalogWords.importedNone : catalogWords.imported(imported)}
            </span>{' '}
            {imported > 0 ? (
              <button type="button" onClick={show} className="rounded-sm text-accent hover:underline">
                {catalogWords.showTools}
              </button>
            ) : null}
          </p>
        )}
        {connection.warnings.length === 0 ? null : (
          <div className="mt-2 flex flex-col gap-1">
            {connection.warnings.map((warning) => (
              <Notice key={warning} tone="needs">
                {warning}
              </Notice>
            ))}
          </div>
        )}
      </Section>
      {changed.length === 0 ? null : (
        <Section title={catalogWords.changedTools} aside={catalogWords.changedAside}>
          <HairlineList>
            {changed.map((tool) => (
              <ToolRow key={tool.tool} tool={tool.tool}>
                <Status tone={tool.answer === 'waiting' ? 'needs' : 'quiet'}>
                  {catalogWords.toolAnswer[tool.answer](tool.isNew)}
                </Status>
                {tool.approvalId === null ? null : (
                  <ItemLink
                    id={tool.approvalId}
                    of={tool.tool}
                    answer={tool.answer === 'waiting' ? 'waiting' : 'decided'}
                  />
                )}
              </ToolRow>
            ))}
          </HairlineList>
        </Section>
      )}
      {refused.length === 0 ? null : (
        <Section title={catalogWords.refusedTools} aside={catalogWords.refusedAside}>
          <HairlineList>
            {refused.map(({ tool, reason }) => (
              <ToolRow key={tool} tool={tool}>
                <span className="text-ink-muted [overflow-wrap:anywhere]">{reason}</span>
              </ToolRow>
            ))}
          </HairlineList>
        </Section>
      )}
    </>
  )
}

/** To an item in the inbox; `of`: what it is about. */
export function ItemLink({ id, of, answer }: { id: string; of: string; answer: 'waiting' | 'decided' }) {
  const word = catalogWords.openChange[answer]
  return (
    <a
      href={`#/inbox/${encodeURIComponent(id)}`}
      aria-label={`${word}: ${of}`}
      className="rounded-sm text-accent hover:underline"
    >
      {word}
    </a>
  )
}

/** The name is its server's own. */
function ToolRow({ tool, children }: { tool: string; children: ReactNode }) {
  return (
    <li className="row-padding flex flex-wrap items-center gap-x-3 gap-y-1">
      <QuoteChip text={tool} />
      {children}
    </li>
  )
}

function quiet(text: string) {
  return <p className="text-ink-muted">{text}</p>
}
