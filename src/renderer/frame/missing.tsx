import { Compass } from 'lucide-react'
import { Link } from 'wouter'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { words } from '../words.ts'

/** An address without a screen: a link from another version, or a typing error. */
export function Missing() {
  return (
    <EmptyState icon={<Compass aria-hidden size={24} />} title={words.common.noSuchScreen}>
      <Link to="/inbox" className="text-accent underline">
        {words.common.goToInbox}
      </Link>
    </EmptyState>
  )
}
