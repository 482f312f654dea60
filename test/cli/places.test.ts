import { expect, it } from 'vitest'
import { describeWorkspace, deskHome } from '../../src/main/cli/places.ts'
import { defaultPlaces } from '../../src/main/config/workspace.ts'

const SAMPLE = ['content_review', 'file_change', 'payment']
const usual = defaultPlaces(deskHome()).configuration
const other = '/home/ada/shop/countersign.yaml'

it('the usual place is the sample as long as what its agent plays with is there [first-run.own-configuration]', () => {
  const there = new Set(SAMPLE)
  const workspace = describeWorkspace({ usual: true, configuration: usual }, (id) => there.has(id))
  expect({ ...workspace }).toEqual({ name: 'Sample workspace', sample: true, missing: null })
  // It is edited while the desk runs.
  there.delete('payment')
  expect({ ...workspace }).toEqual({ name: 'Your workspace', sample: false, missing: null })
  for (const isUsual of [true, false]) {
    const named = describeWorkspace({ usual: isUsual, configuration: other }, () => true)
    expect({ ...named }).toEqual({ name: 'shop', sample: false, missing: null })
  }
})
