import { TriangleAlert } from 'lucide-react'
import { pinWords } from '../../../proof/pin-words.ts'
import { useCall } from '../../../queries.ts'
import { dockWords } from '../dock/dock-words.ts'

/** Who of those that count here has shown nobody who they are: said before each decision, as long as that is so. */
export function Identities({
  voters,
  linked = false,
}: {
  voters: readonly string[]
  /** With the way to a PIN, where one can leave what one does. */
  linked?: boolean
}) {
  const { data: people } = useCall('people.list', {}, { enabled: voters.length > 0 })
  const without = (people?.people ?? [])
    .filter(({ name, hasPin }) => !hasPin && voters.includes(name))
    .map(({ name }) => name)
  if (without.length === 0) return null
  return (
    <p className="flex items-start gap-1.5 text-risky">
      <TriangleAlert aria-hidden size={13} strokeWidth={2.25} className="mt-[3.5px] shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {dockWords.unproven(without)}{' '}
        {linked ? (
          <a href="#/settings/people" className="whitespace-nowrap underline underline-offset-2">
            {pinWords.set}
          </a>
        ) : null}
      </span>
    </p>
  )
}
