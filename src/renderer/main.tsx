/**
 * The window's entry: bridge, queries, appearance, then the app.
 * May import: anything in renderer.
 */
import { opened } from './routes/ahead.ts'
import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { navigate } from 'wouter/use-hash-location'
import { App } from './app.tsx'
import { followPushes } from './bridge/follow-pushes.ts'
import { BridgeContext, createQueries, takeAnswers } from './queries.ts'
import { followAppearance, forgetPlace } from './state.ts'
import { keepTypingInPlace } from './ui/controls/keys.ts'
import { prepareForms } from './ui/form/lazy-form.tsx'
import { bringShown } from './ui/split.tsx'

/** Until then the first item is there, and its picture; what makes forms may be read. */
const FORMS_MS = 1500

followAppearance(document.documentElement)
keepTypingInPlace()
const { bridge, calls } = await opened
const queries = createQueries()
takeAnswers(bridge, queries, calls)
followPushes(bridge, queries, (route) => {
  navigate(route)
  // Where only the list is in sight, the item may be the one that is open already.
  if (/^#?\/inbox\/./.test(route)) bringShown(document.getElementById('item'))
})
bridge.onPush(({ topic }) => {
  if (topic !== 'workspace') return
  forgetPlace()
  window.location.hash = '#/inbox'
  window.location.reload()
})

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root element.')
createRoot(root).render(
  <StrictMode>
    <BridgeContext value={bridge}>
      <QueryClientProvider client={queries}>
        <App />
      </QueryClientProvider>
    </BridgeContext>
  </StrictMode>,
)
setTimeout(prepareForms, FORMS_MS)
