import { expect, it } from 'vitest'
import { describeWorkspace } from '../../src/main/cli/places.ts'

const SAMPLE = ['content_review', 'file_change', 'payment']
const configuration = '/home/ada/shop/countersign.yaml'

it('the usual place is the sample as long as what its agent plays with is there [first-run.own-configuration]', () => {
  const there = new Set(SAMPLE)
  const workspace = describeWorkspace({ usual: true, configuration }, (id) => there.has(id))
  expect({ ...workspace }).toEqual({ name: 'Sample workspace', sample: true })
  // It is edited while the desk runs.
  there.delete('payment')
  expect({ ...workspace }).toEqual({ name: 'Your workspace', sample: false })
  const named = describeWorkspace({ usual: false, configuration }, () => true)
  expect({ ...named }).toEqual({ name: 'shop', sample: false })
})
