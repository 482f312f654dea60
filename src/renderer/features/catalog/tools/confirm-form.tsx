import { useState } from 'react'
import type { ToolChange } from '../../../../preload/contract.ts'
import { Choices } from '../../../ui/controls/choices.tsx'
import { toolWords as words } from './tools-words.ts'

const MEANS = { reads: true, writes: false, nobody: null } as const
type Word = keyof typeof MEANS
const WORDS = ['reads', 'writes', 'nobody'] as const

/** What a person confirms of the tools. */
export function ConfirmForm({ onChange }: { onChange: (change: ToolChange) => void }) {
  const [word, setWord] = useState<Word | null>(null)
  return (
    <Choices
      label={words.does}
      value={word}
      onChange={(next) => {
        setWord(next)
        onChange({ do: 'confirm', reads: MEANS[next] })
      }}
      options={WORDS.map((value) => ({ value, label: words.doesChoices[value] }))}
    />
  )
}
