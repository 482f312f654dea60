import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { showToast } from '../feedback/toast.tsx'
import { uiWords } from '../ui-words.ts'
import { IconButton } from './icon-button.tsx'

/** Copies a text and says so for a moment. */
export function CopyButton({ text, label, className }: { text: string; label: string; className?: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <IconButton
      label={copied ? uiWords.copied : label}
      icon={copied ? <Check aria-hidden size={14} /> : <Copy aria-hidden size={14} />}
      onClick={() => void copyText(text).then(setCopied)}
      {...(className ? { className } : {})}
    />
  )
}

/** Answers whether it worked: the clipboard may be refused. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Copies a text for a button that has a label; a toast says what came of it. */
export async function copyAndSay(text: string, words: { copied: string; notCopied: string }): Promise<void> {
  if (await copyText(text)) showToast(words.copied)
  else showToast(words.notCopied, { tone: 'failed' })
}

/** A page of a plain-HTTP address other than loopback has no clipboard interface. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  const worked = document.execCommand('copy')
  area.remove()
  return worked
}
