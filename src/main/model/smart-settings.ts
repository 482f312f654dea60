/**
 * Every slider, switch and list of words of the `smart` ranking: its range, what it is by default and what a person
 * is told about it. The key of a weight is `weights.` and the field; all other keys are keys of SmartSettings.
 */
import type { SettingInfo, SmartSettings } from './search-profile.ts'

export const STANDARD_SETTINGS: SmartSettings = {
  weights: {
    title: 6,
    id: 5,
    tags: 3,
    aliases: 3,
    examples: 2,
    description: 2,
    text: 1,
    parameters: 2,
  },
  rarity: 1,
  length: 0.6,
  repeat: 0.8,
  related: 0.6,
  typo: 0.7,
  part: 0.4,
  synonym: 0.6,
  coverage: 0.4,
  sentences: 0.4,
  wholeTitle: 0.3,
  usage: 0,
  leastMatch: 0.08,
  sureMatch: 0.3,
  ignoreCommon: true,
  ignoreAsking: true,
  splitNames: true,
  wordForms: true,
  sourceFilter: true,
  commonWords: { add: [], remove: [] },
  askingWords: { add: [], remove: [] },
  synonyms: { add: [], remove: [] },
}

/** What most sliders set: of everything, in steps of a twentieth. */
const SHARE = { most: 1, step: 0.05 }

export interface SettingGroup {
  group: string
  settings: SettingInfo[]
}

export const SMART_SETTINGS: readonly SettingGroup[] = [
  {
    group: 'Where a match counts',
    settings: [
      weigh('title', 'Title', 'What a word in the title counts.'),
      weigh('id', 'Name', 'What a word in the name counts by which the item is started.'),
      weigh('tags', 'Tags', 'What a word in a tag counts.'),
      weigh('aliases', 'Aliases', 'What a word in an alias counts: the other names that you give an item.'),
      weigh('examples', 'Examples', 'What a word in an example of a request counts.'),
      weigh('description', 'Description', 'What a word in the description counts.'),
      weigh(
        'text',
        'States and guidance',
        'What a word in a state, transition, goal or guidance of a workflow counts. A tool has its name there once more.',
      ),
      weigh(
        'parameters',
        'Parameters',
        'What a word in the names and descriptions of the parameters counts.',
      ),
    ],
  },
  {
    group: 'What a word tells',
    settings: [
      slide(
        'rarity',
        'Rare words count more',
        'A word that few items have tells more than one that many have.',
        {
          most: 2,
          step: 0.1,
        },
      ),
      slide('length', 'Fairness for short texts', 'A long text does not win by its length alone.'),
      slide(
        'repeat',
        'Repetition counts',
        'Higher: the tenth mention still adds something. Lower: once is enough.',
        {
          most: 5,
          step: 0.1,
        },
      ),
      slide(
        'coverage',
        'Reward for all words',
        'An item that has all words of the query beats one that has few.',
      ),
      slide(
        'wholeTitle',
        'Whole titles',
        'The more of its title the query has, the more an item gains: at most this share of its points.',
      ),
      slide(
        'sentences',
        'Read sentence by sentence',
        'A long request may need several tools: an item that fits one of its sentences very well moves up.',
      ),
    ],
  },
  {
    group: 'How exact a word must be',
    settings: [
      toggle('wordForms', 'Word forms', '“issues” also finds “issue”.'),
      toggle('splitNames', 'Split names', '“weather” also finds getWeather and get_weather.'),
      slide('related', 'Related words', '“translation” also finds “translate”, for this share.'),
      slide(
        'typo',
        'Forgive typos',
        'A word that nothing contains finds the words that it resembles, for this share.',
      ),
      slide('part', 'Parts of words', '“mail” also finds “gmail”, for this share.'),
      slide('synonym', 'Synonyms', '“send” also finds “deliver”, for this share.'),
    ],
  },
  {
    group: 'What is shown',
    settings: [
      slide(
        'leastMatch',
        'Least match',
        'An item that has less than this share of what the query asks for is not shown; higher: more searches find nothing.',
        { most: 1, step: 0.01 },
      ),
      slide(
        'sureMatch',
        'Sure match',
        'If even the best result fits less well than this, the answer says that nothing matches well, and shows what comes nearest. 0: it never does.',
      ),
      toggle(
        'sourceFilter',
        'A server in front filters',
        '“github: create issue” looks only among what comes from github.',
      ),
      slide(
        'usage',
        'Learn from use',
        'What was started after similar searches moves up, by at most this share of the best score.',
        { most: 0.5, step: 0.05 },
      ),
    ],
  },
  {
    group: 'Words',
    settings: [
      toggle(
        'ignoreCommon',
        'Ignore common words',
        '“the”, “of” and “with” do not count, unless nothing else is left.',
      ),
      words(
        'commonWords',
        'Common words',
        'Words to add to the common ones, and words that are to count after all.',
      ),
      toggle(
        'ignoreAsking',
        'Ignore words of asking',
        '“please” and “I need” do not count, unless nothing else is left.',
      ),
      words(
        'askingWords',
        'Words of asking',
        'Words to add to those of asking, and words that are to count after all.',
      ),
      {
        key: 'synonyms',
        kind: 'groups',
        label: 'Groups of synonyms',
        sentence:
          'Words of one group find each other. A group that is taken away is named by all of its words.',
      },
    ],
  },
]

type KeyOf<Value> = {
  [Key in keyof SmartSettings]: SmartSettings[Key] extends Value ? Key : never
}[keyof SmartSettings]

function weigh(field: keyof SmartSettings['weights'], label: string, sentence: string): SettingInfo {
  const standard = STANDARD_SETTINGS.weights[field]
  return { key: `weights.${field}`, kind: 'slider', label, sentence, standard, least: 0, most: 20, step: 0.5 }
}

function slide(key: KeyOf<number>, label: string, sentence: string, range = SHARE): SettingInfo {
  return { key, kind: 'slider', label, sentence, standard: STANDARD_SETTINGS[key], least: 0, ...range }
}

function toggle(key: KeyOf<boolean>, label: string, sentence: string): SettingInfo {
  return { key, kind: 'switch', label, sentence, standard: STANDARD_SETTINGS[key] }
}

function words(key: 'commonWords' | 'askingWords', label: string, sentence: string): SettingInfo {
  return { key, kind: 'words', label, sentence }
}
