import { type Case, V } from './flow.ts'

export const PROFILES: Case[] = [
  { name: 'the ranking of a name', text: `${V}discovery: { profile: smart }\n`, problems: [] },
  {
    name: 'a profile of one’s own',
    text: `${V}discovery:\n  profile: { ranking: smart, name: ours, weights: { title: 8 }, synonyms: { add: [[order, purchase]] } }\n`,
    problems: [],
  },
  {
    name: 'a ranking that is not there',
    text: `${V}discovery: { profile: clever }\n`,
    problems: ['2:23 error discovery.profile: ‘profile’ must be ‘classic’ or ‘smart’, not "clever".'],
  },
  {
    name: 'a profile without its ranking',
    text: `${V}discovery:\n  profile:\n    typo: 0.5\n`,
    problems: ['3:3 error discovery.profile: ‘profile’ needs ‘ranking’.'],
  },
  {
    name: 'a setting of another name',
    text: `${V}discovery:\n  profile:\n    ranking: smart\n    typos: 0.5\n`,
    problems: ['5:5 error discovery.profile.typos: ‘profile’ takes no ‘typos’. Did you mean ‘typo’?'],
  },
  {
    name: 'a slider beyond its end',
    text: `${V}discovery:\n  profile:\n    ranking: smart\n    weights:\n      title: 99\n`,
    problems: ['6:14 error discovery.profile.weights.title: ‘title’ must be at most 20.'],
  },
  {
    name: 'settings of a ranking that has none',
    text: `${V}discovery:\n  profile:\n    ranking: classic\n    typo: 0.5\n`,
    problems: [
      '5:11 error discovery.profile.typo: The classic ranking has no settings. Remove "typo", or write ranking: smart.',
    ],
  },
  {
    name: 'a group of one word',
    text: `${V}discovery:\n  profile:\n    ranking: smart\n    synonyms:\n      add: [[alone]]\n`,
    problems: [
      '6:13 error discovery.profile.synonyms.add[0]: This is ["alone"]. Write a list of 2 to 50 words that mean the same.',
    ],
  },
]
