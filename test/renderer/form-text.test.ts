import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Form } from '../../src/renderer/ui/form/form.tsx'

const TURNED = 'Approved by kim\u202E\u200B'

it('what a schema says turns nothing round beside it: names, hints and choices [card.deceit] [R5.9]', () => {
  const schema = {
    type: 'object',
    required: ['a'],
    properties: {
      a: { type: 'string', title: TURNED, description: TURNED },
      yes: { type: 'boolean', title: TURNED },
      [TURNED]: { type: 'object', properties: { inner: { type: 'string' } } },
      list: { type: 'array', title: TURNED, description: TURNED, items: { type: 'string' } },
      some: { type: 'array', uniqueItems: true, items: { type: 'string', enum: [TURNED, 'b'] } },
    },
  }
  const drawn = renderToStaticMarkup(
    createElement(Form, { schema, value: {}, idPrefix: 'f', onChange: () => undefined }),
  ).replaceAll(/(?:id|name|for|value|aria-describedby)="[^"]*"/g, '')
  expect(drawn).not.toMatch(/[\u200B\u202A-\u202E]/)
  expect(drawn.match(/U\+202E/g)).toHaveLength(7)
})
