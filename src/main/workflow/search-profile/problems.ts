/** What is wrong with a profile that somebody wrote: each problem says what, where, and what to do. Pure. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts'
import type { SettingInfo } from '../../model/search-profile.ts'
import { shorten } from '../../model/shorten.ts'
import { SMART_SETTINGS } from '../../model/smart-settings.ts'

export interface ProfileProblem {
  /** Keys and positions from the profile to what is wrong. */
  path: string[]
  message: string
}

const NAME_LENGTH = 60
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u
const LONGEST_WORD = 80
/** Each list is read for every search. */
const MOST_WORDS = 2000
const MOST_IN_GROUP = 50

/** Empty: the value is a SearchProfile. A name alone stands for the ranking of that name, and is no object. */
export function findProfileProblems(value: JsonValue): ProfileProblem[] {
  if (!isJsonObject(value)) return [problem([], 'A profile is an object such as { ranking: smart }.')]
  const { ranking, name, ...settings } = value
  return [
    ...checkRanking(ranking),
    ...checkName(name),
    ...(ranking === 'classic' ? refuseSettings(settings) : checkSettings(settings)),
  ]
}

function checkRanking(ranking: JsonValue | undefined): ProfileProblem[] {
  if (ranking === 'classic' || ranking === 'smart') return []
  const is = ranking === undefined ? 'is missing' : `is ${show(ranking)}`
  return [problem(['ranking'], `The ranking ${is}. Write classic or smart.`)]
}

function checkName(name: JsonValue | undefined): ProfileProblem[] {
  if (name === undefined) return []
  const fits = typeof name === 'string' && name.trim() !== '' && name.length <= NAME_LENGTH
  if (fits && !CONTROL.test(name)) return []
  return [problem(['name'], `The name is ${show(name)}. Write 1 to ${NAME_LENGTH} characters on one line.`)]
}

function refuseSettings(settings: JsonObject): ProfileProblem[] {
  return Object.keys(settings).map((key) =>
    problem([key], `The classic ranking has no settings. Remove ${show(key)}, or write ranking: smart.`),
  )
}

const INFOS: readonly SettingInfo[] = SMART_SETTINGS.flatMap(({ settings }) => settings)
const WEIGHTS = 'weights'

function checkSettings(settings: JsonObject): ProfileProblem[] {
  return Object.entries(settings).flatMap(([key, value]) => {
    if (key !== WEIGHTS) return checkSetting([key], value)
    if (!isJsonObject(value)) {
      return [
        problem(
          [key],
          `The weights are ${show(value)}. Write a number for each field, such as { title: 6 }.`,
        ),
      ]
    }
    return Object.entries(value).flatMap(([field, weight]) => checkSetting([WEIGHTS, field], weight))
  })
}

function checkSetting(path: string[], value: JsonValue): ProfileProblem[] {
  const info = INFOS.find(({ key }) => key === path.join('.'))
  if (info === undefined) return [problem(path, unknownKey(path))]
  switch (info.kind) {
    case 'slider':
      return checkNumber(path, value, info)
    case 'switch':
      if (typeof value === 'boolean') return []
      return [problem(path, `${show(info.label)} is ${show(value)}. Write true or false.`)]
    case 'words':
      return checkLists(path, value, isWord, `a word of 1 to ${LONGEST_WORD} characters`)
    case 'groups':
      return checkLists(path, value, isGroup, `a list of 2 to ${MOST_IN_GROUP} words that mean the same`)
  }
}

function unknownKey(path: string[]): string {
  const inWeights = path.length > 1
  const known = INFOS.map(({ key }) => key.split('.'))
    .filter((keys) => keys.length > 1 === inWeights)
    .map((keys) => keys.at(-1))
  const what = inWeights ? 'There is no field' : 'There is no setting'
  return `${what} ${show(path.at(-1) ?? '')}. Known are ${[...(inWeights ? [] : [WEIGHTS]), ...known].join(', ')}.`
}

function checkNumber(
  path: string[],
  value: JsonValue,
  { label, least, most }: { label: string; least: number; most: number },
): ProfileProblem[] {
  if (typeof value === 'number' && value >= least && value <= most) return []
  return [problem(path, `${show(label)} is ${show(value)}. Write a number from ${least} to ${most}.`)]
}

function checkLists(
  path: string[],
  value: JsonValue,
  isFit: (entry: JsonValue) => boolean,
  expected: string,
): ProfileProblem[] {
  if (!isJsonObject(value)) {
    return [problem(path, `This is ${show(value)}. Write { add: [], remove: [] } with what changes.`)]
  }
  return Object.entries(value).flatMap(([key, entries]) => {
    const at = [...path, key]
    if (key !== 'add' && key !== 'remove') {
      return [problem(at, `There is no list ${show(key)}. Write add or remove.`)]
    }
    if (!Array.isArray(entries)) return [problem(at, `This is ${show(entries)}. Write a list.`)]
    if (entries.length > MOST_WORDS) {
      return [problem(at, `This list has ${entries.length} entries. At most ${MOST_WORDS} are possible.`)]
    }
    return entries.flatMap((entry, position) =>
      isFit(entry) ? [] : [problem([...at, String(position)], `This is ${show(entry)}. Write ${expected}.`)],
    )
  })
}

function isWord(value: JsonValue): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_WORD
}

function isGroup(value: JsonValue): boolean {
  return Array.isArray(value) && value.length >= 2 && value.length <= MOST_IN_GROUP && value.every(isWord)
}

function problem(path: string[], message: string): ProfileProblem {
  return { path, message }
}

function show(value: JsonValue): string {
  return shorten(JSON.stringify(value), 60)
}
