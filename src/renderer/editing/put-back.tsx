/**
 * The way back from a change of the configuration, offered in a toast when its dialog has gone already. What then
 * holds less than before needs a proof where one is asked for, and the dialog for it stands in the frame.
 */
import { useLayoutEffect } from 'react'
import { create } from 'zustand'
import type { Bridge } from '../../preload/contract.ts'
import { callGateway, DeskError, messageOf } from '../gateway.ts'
import { ProofDialog } from '../proof/proof-dialog.tsx'
import { useBridge } from '../queries.ts'
import { showToast } from '../ui/feedback/toast.tsx'
import { LONG_OFFER_MS, offerToast } from '../ui/feedback/toast-button.tsx'
import { editWords } from './edit-words.ts'

export type TakeBack = (bridge: Bridge, undo: string) => Promise<string | null>

interface Change {
  /** What `configuration.save` has answered with. */
  undo: string
  words: { undo: string; undone: string; notUndone: string; partlyUndone?: string }
  /** Where more than the settings file is put back: how, and what could not be, as a sentence. */
  takeBack?: TakeBack
  onPutBack?: () => void
}

interface PutBackState {
  /** What is put back as soon as the person has proved who they are. */
  change: Change | null
  ask: (change: Change | null) => void
}

const useWaiting = create<PutBackState>()((set) => ({ change: null, ask: (change) => set({ change }) }))

/** Puts an import back whole: also what it has stored, and what it has written into files of other apps. */
export async function takeBackImport(bridge: Bridge, undo: string): Promise<string | null> {
  const { left, secretsLeft } = await callGateway(bridge, 'sources.undoImport', { undo })
  const files = left.map(({ file, message }) => `${file}: ${message}`)
  return joinLeft([...files, ...sayLeft(secretsLeft)])
}

/** Says that a change is saved, and offers the way back. */
export function offerPutBack(bridge: Bridge, saved: string, change: Change): void {
  offerToast(saved, {
    label: change.words.undo,
    onPress: () => void putBack(bridge, change),
    forMs: LONG_OFFER_MS,
  })
}

/** Puts it back now; says what came of it. */
export async function putBack(bridge: Bridge, change: Change): Promise<void> {
  const { undo, words, takeBack = takeBackSave, onPutBack } = change
  try {
    const left = await takeBack(bridge, undo)
    if (left === null) showToast(words.undone)
    else showToast(words.partlyUndone ?? words.notUndone, { tone: 'failed', detail: left })
    onPutBack?.()
  } catch (fault) {
    if (fault instanceof DeskError && fault.code === 'NEEDS_PROOF') return useWaiting.getState().ask(change)
    const detail = messageOf(fault)
    showToast(words.notUndone, { tone: 'failed', detail })
  }
}

/** The settings file, and the secrets that were stored for it. */
export async function takeBackSave(bridge: Bridge, undo: string): Promise<string | null> {
  const { secretsLeft } = await callGateway(bridge, 'configuration.undo', { undo })
  return joinLeft(sayLeft(secretsLeft))
}

function sayLeft(secrets: readonly string[]): string[] {
  return secrets.length === 0 ? [] : [editWords.secretsStay(secrets)]
}

function joinLeft(sentences: readonly string[]): string | null {
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** On every screen. */
export function PutBackProof() {
  const bridge = useBridge()
  const { change, ask } = useWaiting()
  // What somebody has pressed is put back by nobody who comes after them.
  useLayoutEffect(() => ask(null), [ask])
  if (change === null) return null
  return (
    <ProofDialog
      label={change.words.undo}
      onProved={() => {
        ask(null)
        void putBack(bridge, change)
      }}
      onClose={() => ask(null)}
    />
  )
}
