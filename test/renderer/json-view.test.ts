import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { JsonView } from '../../src/renderer/ui/text/json-view.tsx'

it.for([
  [150, 150, null],
  [250, 200, 'Show 50 more'],
  [50_000, 200, 'Show 200 of 49,800 more'],
] as const)(
  'of a list of %i entries it draws %i, and says how many follow [values.long-list]',
  ([count, drawn, more]) => {
    const value = Array.from({ length: count }, (_, place) => ({ place }))
    const page = renderToStaticMarkup(
      createElement(JsonView, { value, label: 'What a server answered', openDepth: 1 }),
    )
    expect(page.match(/aria-expanded/g)).toHaveLength(drawn)
    expect(/>(Show [^<]*)</.exec(page)?.[1] ?? null).toBe(more)
    // Whoever must read all is told that there is more.
    if (more !== null) expect(page).toContain(`data-folded="${count - drawn}"`)
  },
)

it('of a list it counts the members from 1, of a map it shows the names [values.places]', () => {
  const value = [{ 0: 'a' }, ['b', 'c']]
  const page = renderToStaticMarkup(createElement(JsonView, { value, label: 'Asked for', openDepth: 9 }))
  const text = page
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  expect(text).toBe('1 {1} 0 a 2 [2] 1 b 2 c')
})
