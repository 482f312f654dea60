import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { JsonView } from '../../src/renderer/ui/text/json-view.tsx'
import { Values } from '../../src/renderer/ui/text/values.tsx'

it.for([
  ['{ "id": 9007199254740993 }', 'about 9007199254740992'],
  ['{ "id": -12345678901234567890 }', 'about -12345678901234567000'],
  ['{ "id": 9007199254740991 }', '9007199254740991'],
  ['{ "id": 0.1 }', '0.1'],
])('of %s nobody is told more than is known: %s [values.rounded]', ([text, shown]) => {
  const value = JSON.parse(text ?? '')
  for (const drawn of [
    createElement(Values, { values: value }),
    createElement(JsonView, { value, label: 'What a server answered' }),
  ]) {
    const words = renderToStaticMarkup(drawn).replace(/<[^>]*>/g, ' ')
    expect(words.replace(/\s+/g, ' ').trim()).toBe(`id ${shown}`)
  }
})
