/**
 * The window's entry: bridge, queries, appearance, then the app.
 * May import: anything in renderer.
 */
import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { navigate } from 'wouter/use-hash-location'
import { App } from './app.tsx'
import { askAhead } from './first-calls.ts'
import { openBridge } from './gateway.ts'
import { BridgeContext, createQueries, followPushes } from './queries.ts'
import { followAppearance } from './state.ts'
import { prepareForms } from './ui/lazy-form.tsx'

followAppearance(document.documentElement)
const bridge = await openBridge(window)
const queries = createQueries()
askAhead(bridge, queries, window.location.hash)
followPushes(bridge, queries, (route) => navigate(route))

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
prepareForms()
