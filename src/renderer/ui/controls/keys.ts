import { useLayoutEffect, useRef } from 'react'
import { createKeybindingsHandler } from 'tinykeys'

export type KeyBindings = Record<string, (event: KeyboardEvent) => void>

export interface KeyOptions {
  enabled?: boolean
  /** Also while a text field has the focus; for combinations such as `$mod+K`. */
  whileTyping?: boolean
  /** Also while a dialog or menu lies over the screen. */
  overLayers?: boolean
  /** Also again and again while the key is held: for moving, never for deciding. */
  repeats?: boolean
}

/** Handles keys of the whole window. Not while typing, not under a dialog, and once for a held key unless it `repeats`. */
export function useKeys(bindings: KeyBindings, options: KeyOptions = {}): void {
  const { enabled = true, whileTyping = false, overLayers = false, repeats = false } = options
  const current = useRef(bindings)
  // Before it is painted: a key always means what is on screen, and none is lost that was pressed right after.
  useLayoutEffect(() => {
    current.current = bindings
  })
  const names = Object.keys(bindings).join('\n')
  useLayoutEffect(() => {
    if (!enabled || names === '') return
    const map: KeyBindings = {}
    for (const name of names.split('\n')) {
      map[name] = (event) => {
        if (event.defaultPrevented || (event.repeat && !repeats)) return
        if (!whileTyping && isTyping(event.target)) return
        if (!overLayers && isCovered()) return
        current.current[name]?.(event)
      }
    }
    const handle = createKeybindingsHandler(map)
    window.addEventListener('keydown', handle)
    return () => window.removeEventListener('keydown', handle)
  }, [names, enabled, whileTyping, overLayers, repeats])
}

/** A dialog, menu or list of choices is open. Some of them stay in the page when they are closed. */
function isCovered(): boolean {
  return [...document.querySelectorAll('[data-layer]')].some(
    (layer) => !layer.matches('[data-closed]') && layer.checkVisibility(),
  )
}

/** Longer than between two keys of somebody who types. */
const TYPING_MS = 1000
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])

/**
 * What is typed goes where it was meant to go, or nowhere. The rest of what somebody types into a field that goes by
 * itself is no press on what takes its place, and a key that only leads into a field writes nothing there.
 */
export function keepTypingInPlace(): void {
  let field: Element | null = null
  let typedAt = 0
  let downOn: EventTarget | null = null
  const capture = { capture: true }
  for (const gesture of ['pointerdown', 'click']) {
    window.addEventListener(gesture, () => (field = null), capture)
  }
  window.addEventListener(
    'keydown',
    (event) => {
      const { target, key, timeStamp } = event
      if (!event.repeat) downOn = target
      if (MODIFIERS.has(key)) return
      const isText = key.length === 1 && !event.ctrlKey && !event.metaKey
      const isTextOrEnd = isText || key === 'Enter' || key === 'Backspace'
      if (field !== null && isTextOrEnd && timeStamp - typedAt < TYPING_MS && isGone(field)) {
        event.preventDefault()
        event.stopImmediatePropagation()
      } else field = isText && target instanceof Element && isTyping(target) ? target : null
      typedAt = timeStamp
    },
    capture,
  )
  window.addEventListener(
    'keypress',
    (event) => {
      if (event.target !== downOn && isTyping(event.target)) event.preventDefault()
    },
    capture,
  )
}

/** A dialog that closes may stay in the page for a moment. */
function isGone(field: Element): boolean {
  return !field.checkVisibility() || field.closest('[data-closed], :disabled') !== null
}

const NOT_TEXT = new Set([
  'button',
  'checkbox',
  'radio',
  'range',
  'submit',
  'reset',
  'color',
  'file',
  'image',
])

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  ) {
    return true
  }
  if (target instanceof HTMLInputElement) return !NOT_TEXT.has(target.type)
  return target.getAttribute('role') === 'combobox'
}
