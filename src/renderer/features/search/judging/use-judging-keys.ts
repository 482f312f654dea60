import { useKeys } from '../../../ui/controls/keys.ts'
import type { Grade } from './judging.ts'

/** Judging by the keyboard: the digits in the order of the buttons, and 0 for what is wrong. */
export function useJudgingKeys({
  enabled,
  grade,
  move,
  skip,
  undo,
  next,
  close,
}: {
  enabled: boolean
  grade: (grade: Grade) => void
  move: (step: 1 | -1) => void
  skip: () => void
  undo: () => void
  next: () => void
  close: () => void
}): void {
  useKeys(
    {
      1: () => grade(3),
      2: () => grade(2),
      3: () => grade(1),
      4: () => grade(0),
      0: () => grade(0),
      s: skip,
      u: undo,
      n: next,
      '/': (event) => {
        event.preventDefault()
        document.querySelector<HTMLInputElement>('#judging-missing input')?.focus()
      },
    },
    { enabled },
  )
  useKeys({ j: () => move(1), k: () => move(-1) }, { enabled, repeats: true })
  useKeys(
    {
      ArrowDown: (event) => {
        event.preventDefault()
        move(1)
      },
      ArrowUp: (event) => {
        event.preventDefault()
        move(-1)
      },
      Escape: close,
    },
    { repeats: true },
  )
}
