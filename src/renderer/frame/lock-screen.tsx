import { Lock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useCall } from '../queries.ts'
import { dismissToasts } from '../ui/feedback/toast.tsx'
import { Code } from '../ui/text/code.tsx'
import { words as shared } from '../words.ts'
import { peopleWords as words } from './people-words.ts'
import { PersonChooser } from './person-chooser.tsx'

/** Nobody sits at this desk: nothing of it is shown until somebody says, and where it takes one proves, who they are. */
export function LockScreen() {
  const { data } = useCall('people.list', {})
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = shared.product
    // What was said to whoever left is not said to whoever comes.
    dismissToasts()
    heading.current?.focus()
  }, [])
  return (
    <main className="flex h-full items-start justify-center overflow-y-auto bg-canvas px-4 pt-[14vh] pb-8">
      <section aria-labelledby="locked" className="w-full max-w-sm">
        <h1 className="sr-only">{shared.product}</h1>
        <Lock aria-hidden size={24} className="mb-3 text-ink-muted" />
        <h2 id="locked" ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
          {words.lockedTitle}
        </h2>
        <p className="mt-1 mb-4 text-ink-muted">
          {data?.pinsExist === false ? words.lockedFree : words.lockedText}
        </p>
        <PersonChooser onDone={() => undefined} />
        {data?.pinsExist ? (
          <p className="mt-6 text-sm leading-6 text-ink-muted">
            {words.forgotten} <Code>{words.forgottenCommand}</Code> {words.forgottenOr}{' '}
            <Code>{words.forgottenNpm}</Code>
            <span className="mt-2 block">{words.forgottenPlace}</span>
          </p>
        ) : null}
      </section>
    </main>
  )
}
