import { type ComponentProps, lazy, Suspense, useEffect } from 'react'
import { Skeleton } from '../feedback/skeleton.tsx'
import type { Form } from './form.tsx'

const load = () => import('./form.tsx')
// `lazy` forgets that the type of the values is the caller's.
const LoadedForm = lazy(() => load().then((part) => ({ default: part.Form }))) as unknown as typeof Form

/** A form made from a JSON Schema; what makes it is fetched with the first one. `onShown`: its fields are there. */
export function LazyForm<Value extends Record<string, unknown>>({
  loadingLabel,
  onShown,
  ...form
}: ComponentProps<typeof Form<Value>> & { loadingLabel: string; onShown?: () => void }) {
  return (
    <Suspense fallback={<Skeleton label={loadingLabel} lines={3} className="py-2" />}>
      <LoadedForm {...form} />
      <Shown tell={onShown} />
    </Suspense>
  )
}

/** Fetches it while nothing else is to do. */
export function prepareForms(): void {
  // Whoever opens one sees the error; this was only for its sake.
  requestIdleCallback(() => void load().catch(() => undefined))
}

function Shown({ tell }: { tell: (() => void) | undefined }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told once, when everything beside it is there
  useEffect(() => tell?.(), [])
  return null
}
