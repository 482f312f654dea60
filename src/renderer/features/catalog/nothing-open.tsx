import { Library } from 'lucide-react'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { catalogWords } from './words.ts'

export function NothingOpen() {
  return <EmptyState icon={<Library aria-hidden size={28} strokeWidth={1.5} />} title={catalogWords.choose} />
}
