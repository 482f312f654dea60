import { describe, expect, it } from 'vitest'
import { SMART_SETTINGS } from '../../src/main/model/smart-settings.ts'
import type { ProfilesView } from '../../src/preload/contract.ts'
import {
  describeChange,
  describeProfile,
} from '../../src/renderer/features/search/profiles/describe-profile.ts'
import {
  compareProfiles,
  isStandard,
  type Profile,
  ranksAlike,
  readSetting,
  type Setting,
  type SmartProfile,
  writeSetting,
} from '../../src/renderer/features/search/profiles/profile-settings.ts'
import { letCount, letIgnore } from '../../src/renderer/features/search/trying/results.tsx'
import { sayFigure, sayGain } from '../../src/renderer/features/search/tuning/say-value.ts'
import {
  changeDraft,
  NO_DRAFT,
  redoDraft,
  tryProfile,
  undoDraft,
} from '../../src/renderer/features/search/tuning/tuning.ts'

const settings = SMART_SETTINGS as ProfilesView['settings']
const find = (key: string): Setting => {
  const found = settings.flatMap((group) => group.settings).find((one) => one.key === key)
  if (found === undefined) throw new Error(`There is no setting ${key}.`)
  return found
}
const smart: SmartProfile = { ranking: 'smart' }
const profiles = {
  settings,
  standardWords: { common: ['the', 'of'], asking: ['please'], synonyms: [['send', 'deliver']] },
} as unknown as ProfilesView

describe('a setting of a profile', () => {
  it('is its standard until it is written, and is left out again with it [playground.settings]', () => {
    expect(readSetting(smart, find('weights.title'))).toBe(6)
    const heavier = writeSetting(smart, find('weights.title'), 9)
    expect(heavier).toEqual({ ranking: 'smart', weights: { title: 9 } })
    expect(readSetting(heavier, find('weights.title'))).toBe(9)
    expect(readSetting(heavier, find('weights.id'))).toBe(5)
    expect(writeSetting(heavier, find('weights.title'), 6)).toEqual(smart)
    expect(writeSetting(heavier, find('rarity'), 0)).toEqual({ ...heavier, rarity: 0 })
  })

  it('of words holds only the lists that are not empty [playground.word-lists]', () => {
    const list = find('commonWords')
    const added = writeSetting(smart, list, { add: ['tool'], remove: [] })
    expect(added).toEqual({ ranking: 'smart', commonWords: { add: ['tool'] } })
    expect(readSetting(added, list)).toEqual({ add: ['tool'], remove: [] })
    expect(isStandard(list, { add: [], remove: [] })).toBe(true)
    expect(writeSetting(added, list, { add: [], remove: [] })).toEqual(smart)
  })

  it('is compared by what it does: the order of a list says nothing [playground.profiles]', () => {
    const one: Profile = {
      ranking: 'smart',
      commonWords: { add: ['a', 'b'] },
      synonyms: { add: [['x', 'y']] },
    }
    const other: Profile = {
      ranking: 'smart',
      name: 'n',
      commonWords: { add: ['b', 'a'] },
      synonyms: { add: [['y', 'x']] },
    }
    expect(ranksAlike(one, other, settings)).toBe(true)
    expect(ranksAlike(smart, { ranking: 'smart', weights: { title: 6 } }, settings)).toBe(true)
    expect(ranksAlike(smart, { ranking: 'classic' }, settings)).toBe(false)
    expect(compareProfiles(smart, { ranking: 'smart', typo: 0 }, settings)).toEqual([
      { setting: find('typo'), from: 0.7, to: 0 },
    ])
  })
})

describe('a word of a query', () => {
  it('counts although it is built in, and back again [playground.word-lists]', () => {
    const counted = letCount(profiles, smart, 'please')
    expect(counted).toEqual({ ranking: 'smart', askingWords: { remove: ['please'] } })
    expect(letIgnore(profiles, counted, 'please')).toEqual(smart)
  })

  it('is ignored although it is not built in, and back again [playground.word-lists]', () => {
    const ignored = letIgnore(profiles, smart, 'weather')
    expect(ignored).toEqual({ ranking: 'smart', commonWords: { add: ['weather'] } })
    expect(letCount(profiles, ignored, 'weather')).toEqual(smart)
  })
})

describe('a profile', () => {
  it('is told in words [playground.profiles]', () => {
    expect(describeProfile({ ranking: 'classic' }, settings).differences).toEqual([])
    expect(describeProfile(smart, settings).sentence).toBe('The smart ranking with its standard values.')
    const { differences } = describeProfile(
      {
        ranking: 'smart',
        weights: { title: 9 },
        ignoreCommon: false,
        commonWords: { add: ['tool'], remove: ['of'] },
      },
      settings,
    )
    expect(differences).toEqual([
      'Title: 9 (standard 6)',
      'Ignore common words: off (standard on)',
      'Common words, added: “tool”; Common words, removed: “of”',
    ])
    expect(describeChange(smart, { ranking: 'classic' }, settings)).toEqual(['Ranking: smart → classic'])
    expect(describeChange({ ranking: 'smart', typo: 0 }, smart, settings)).toEqual(['Forgive typos: 0 → 0.7'])
  })

  it('has figures of three digits, and no gain of nothing [playground.figures]', () => {
    expect(sayFigure(0.6304)).toBe('0.630')
    expect(sayGain(0.5, 0.62)).toBe('+0.120')
    expect(sayGain(0.62, 0.5)).toBe('−0.120')
    expect(sayGain(0.5, 0.50001)).toBe('±0')
  })
})

describe('the draft', () => {
  const at = (title: number): Profile => ({ ranking: 'smart', weights: { title } })

  it('takes a drag back in one step, and another slider in another [playground.settings]', () => {
    let now = tryProfile(NO_DRAFT, smart, 'Mine')
    for (const [title, time] of [
      [7, 1000],
      [8, 1050],
      [9, 1100],
      [10, 5000],
    ] as const)
      now = changeDraft(now, 'weights.title', at(title), time)
    now = undoDraft(now)
    expect(now.draft).toEqual(at(9))
    now = undoDraft(now)
    expect(now).toMatchObject({ draft: smart, name: 'Mine' })
    now = undoDraft(undoDraft(now))
    expect(now).toMatchObject({ draft: null, name: '' })
    now = redoDraft(redoDraft(now))
    expect(now.draft).toEqual(at(9))
    now = redoDraft(changeDraft(now, 'typo', smart, 6000))
    expect(now.draft).toEqual(smart)
  })
})
