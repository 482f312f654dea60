import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../src/main/model/json.ts'
import type { SearchProfile } from '../../../src/main/model/search-profile.ts'
import { SMART_SETTINGS, STANDARD_SETTINGS } from '../../../src/main/model/smart-settings.ts'
import { findProfileProblems } from '../../../src/main/workflow/search-profile/problems.ts'
import {
  completeProfile,
  readSetting,
  trimProfile,
  withSetting,
} from '../../../src/main/workflow/search-profile/search-profile.ts'

const INFOS = SMART_SETTINGS.flatMap(({ settings }) => settings)

describe('settings [smart.settings]', () => {
  it.each(INFOS.map((info) => [info.key, info] as const))(
    '%s has a sentence, and its standard is in its range',
    (key, info) => {
      expect(info.sentence).toMatch(/[.:]$/)
      if (info.kind === 'slider') {
        expect(readSetting(STANDARD_SETTINGS, key)).toBe(info.standard)
        expect(info.standard).toBeGreaterThanOrEqual(info.least)
        expect(info.standard).toBeLessThanOrEqual(info.most)
        expect(readSetting(withSetting(STANDARD_SETTINGS, key, info.most), key)).toBe(info.most)
      }
      if (info.kind === 'switch') {
        expect(readSetting(STANDARD_SETTINGS, key)).toBe(info.standard)
        expect(readSetting(withSetting(STANDARD_SETTINGS, key, !info.standard), key)).toBe(!info.standard)
      }
    },
  )

  it('every setting is in the table', () => {
    const keys = Object.entries(STANDARD_SETTINGS).flatMap(([key, value]) =>
      key === 'weights' ? Object.keys(value).map((field) => `weights.${field}`) : [key],
    )
    expect(INFOS.map(({ key }) => key).sort()).toEqual(keys.sort())
  })

  it('a profile is completed by the standard, and trimmed to what differs', () => {
    const profile: SearchProfile = {
      ranking: 'smart',
      name: 'Ours',
      weights: { title: 6, tags: 9 },
      rarity: 1,
      typo: 0,
      commonWords: { add: ['acme'] },
      synonyms: { add: [], remove: [] },
    }
    const settings = completeProfile(profile)
    expect(settings.weights).toEqual({ ...STANDARD_SETTINGS.weights, tags: 9 })
    expect(settings.commonWords).toEqual({ add: ['acme'], remove: [] })
    expect(trimProfile(profile)).toEqual({
      ranking: 'smart',
      name: 'Ours',
      weights: { tags: 9 },
      typo: 0,
      commonWords: { add: ['acme'] },
    })
    expect(completeProfile(trimProfile(profile))).toEqual(settings)
    expect(trimProfile({ ranking: 'smart', ...STANDARD_SETTINGS })).toEqual({ ranking: 'smart' })
    expect(trimProfile({ ranking: 'classic', name: 'x' })).toEqual({ ranking: 'classic', name: 'x' })
  })
})

describe('what is wrong with a profile [smart.profile-problems]', () => {
  it('nothing, with a complete one', () => {
    expect(
      findProfileProblems({
        ranking: 'smart',
        ...(STANDARD_SETTINGS as unknown as object),
      } as JsonValue as never),
    ).toEqual([])
    expect(findProfileProblems({ ranking: 'classic', name: 'Seeds' })).toEqual([])
  })

  it.each<[JsonValue, string, string]>([
    ['smart', '', 'A profile is an object such as { ranking: smart }.'],
    [{}, 'ranking', 'The ranking is missing. Write classic or smart.'],
    [{ ranking: 'best' }, 'ranking', 'The ranking is "best". Write classic or smart.'],
    [
      { ranking: 'classic', typo: 1 },
      'typo',
      'The classic ranking has no settings. Remove "typo", or write ranking: smart.',
    ],
    [{ ranking: 'smart', name: '' }, 'name', 'The name is "". Write 1 to 60 characters on one line.'],
    [
      { ranking: 'smart', name: 'a\nb' },
      'name',
      'The name is "a\\nb". Write 1 to 60 characters on one line.',
    ],
    [{ ranking: 'smart', typo: 2 }, 'typo', '"Forgive typos" is 2. Write a number from 0 to 1.'],
    [{ ranking: 'smart', typo: '1' }, 'typo', '"Forgive typos" is "1". Write a number from 0 to 1.'],
    [{ ranking: 'smart', wordForms: 1 }, 'wordForms', '"Word forms" is 1. Write true or false.'],
    [
      { ranking: 'smart', weights: 3 },
      'weights',
      'The weights are 3. Write a number for each field, such as { title: 6 }.',
    ],
    [
      { ranking: 'smart', weights: { title: -1 } },
      'weights.title',
      '"Title" is -1. Write a number from 0 to 20.',
    ],
    [
      { ranking: 'smart', commonWords: ['x'] },
      'commonWords',
      'This is ["x"]. Write { add: [], remove: [] } with what changes.',
    ],
    [{ ranking: 'smart', commonWords: { add: 'x' } }, 'commonWords.add', 'This is "x". Write a list.'],
    [
      { ranking: 'smart', commonWords: { plus: [] } },
      'commonWords.plus',
      'There is no list "plus". Write add or remove.',
    ],
    [
      { ranking: 'smart', askingWords: { add: ['a', ''] } },
      'askingWords.add.1',
      'This is "". Write a word of 1 to 80 characters.',
    ],
    [
      { ranking: 'smart', synonyms: { add: [['a']] } },
      'synonyms.add.0',
      'This is ["a"]. Write a list of 2 to 50 words that mean the same.',
    ],
  ])('%j', (value, path, message) => {
    expect(findProfileProblems(value)).toEqual([{ path: path === '' ? [] : path.split('.'), message }])
  })

  it('names the settings that there are', () => {
    const [problem] = findProfileProblems({ ranking: 'smart', typos: 1 })
    expect(problem?.message).toMatch(/^There is no setting "typos"\. Known are weights, .*typo/)
    const [field] = findProfileProblems({ ranking: 'smart', weights: { name: 1 } })
    expect(field?.message).toMatch(/^There is no field "name"\. Known are title, id, /)
  })
})
