import { useLayoutEffect } from 'react'
import { create } from 'zustand'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { words } from '../words.ts'

const endedWords = {
  title: 'Your PIN is not needed any more',
  changed: (label: string) => `‘${label}’ changed or was decided meanwhile.`,
  left: (label: string) => `‘${label}’ was not done: this window shows something else now.`,
}

/** What became of what a PIN was asked for, by a dialog that has gone by itself; null: by none. */
const useEnded = create<{ text: string | null }>(() => ({ text: null }))
let open = 0

/**
 * While a PIN is asked for. The function that is returned is called when it is asked for no more; where nobody has ended
 * that, another dialog takes the place of the one that went.
 */
export function expectEnd(label: string, isOver: () => boolean): () => void {
  open += 1
  const { hash } = location
  return () => {
    open -= 1
    // A dialog that is only drawn anew is there again by then.
    queueMicrotask(() => {
      if (open > 0 || isOver()) return
      // The Back button leads away too, and nothing has changed then.
      const say = location.hash === hash ? endedWords.changed : endedWords.left
      useEnded.setState({ text: say(label) })
    })
  }
}

const close = () => useEnded.setState({ text: null })

/** What is typed as long as this is open decides nothing. */
export function ProofEnded() {
  const { text } = useEnded()
  // A dialog that went because the desk was locked is nothing to tell whoever unlocks it.
  useLayoutEffect(close, [])
  if (text === null) return null
  return (
    <Dialog
      onClose={close}
      title={endedWords.title}
      description={text}
      actions={<Button onClick={close}>{words.common.close}</Button>}
    />
  )
}
