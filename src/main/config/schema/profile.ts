/** The shape of `discovery.profile`, made of the table of settings: each key says there what a person is told. */
import Type from 'typebox'
import type { JsonSchema } from '../../model/json.ts'
import type { SearchProfile, SettingInfo } from '../../model/search-profile.ts'
import { SMART_SETTINGS } from '../../model/smart-settings.ts'

const WEIGHTS = 'weights.'

/** What is wrong with one is told by `check`, in whole sentences: here it is for editors. */
export const ProfileSchema = Type.Unsafe<'classic' | 'smart' | SearchProfile>({
  description:
    'How search ranks: `classic` (what the specification says), `smart`, or a profile of your own. Default: classic.',
  anyOf: [
    { type: 'string', enum: ['classic', 'smart'] },
    {
      type: 'object',
      required: ['ranking'],
      properties: {
        ranking: { enum: ['classic', 'smart'], description: 'Only `smart` has settings.' },
        name: { type: 'string', description: 'How the desk calls it.', minLength: 1, maxLength: 60 },
        weights: {
          type: 'object',
          description: 'What a match in each field counts.',
          properties: describeSettings((key) => key.startsWith(WEIGHTS)),
          additionalProperties: false,
        },
        ...describeSettings((key) => !key.startsWith(WEIGHTS)),
      },
      additionalProperties: false,
    },
  ],
})

function describeSettings(isWanted: (key: string) => boolean): Record<string, JsonSchema> {
  const wanted = SMART_SETTINGS.flatMap(({ settings }) => settings).filter(({ key }) => isWanted(key))
  return Object.fromEntries(wanted.map((info) => [info.key.replace(WEIGHTS, ''), describeSetting(info)]))
}

function describeSetting(info: SettingInfo): JsonSchema {
  const description = `${info.label}. ${info.sentence}`
  if (info.kind === 'slider') {
    const { least, most, standard } = info
    return {
      type: 'number',
      minimum: least,
      maximum: most,
      description: `${description} Default: ${standard}.`,
    }
  }
  if (info.kind === 'switch')
    return { type: 'boolean', description: `${description} Default: ${info.standard}.` }
  const word = { type: 'string', minLength: 1, maxLength: 80 }
  const items = info.kind === 'words' ? word : { type: 'array', items: word }
  return {
    type: 'object',
    description,
    properties: {
      add: { type: 'array', items, description: 'Beyond those that are built in.' },
      remove: { type: 'array', items, description: 'Out of those that are built in.' },
    },
    additionalProperties: false,
  }
}
