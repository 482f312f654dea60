/** The first minutes at an empty desk. */
import type { Requirement } from '../requirements.ts'

export const firstRunPromises: Requirement[] = [
  {
    id: 'first-run.two-people',
    sentence:
      'The sample has a payment that one person cannot release: only a second, different person lets it through, and it can be taken back until then.',
    source: 'issue 4, Two people',
  },
  {
    id: 'first-run.others',
    sentence:
      'The first steps name only people who are declared and have not approved yet, and never whoever sits there.',
    source: 'issue 12, D18',
  },
  {
    id: 'first-run.gives-way',
    sentence:
      'The first steps lead to what the sample agent asks for, end when real agents ask for something, and do not come back at the next opening.',
    source: 'issue 12, D18',
  },
  {
    id: 'first-run.in-sight',
    sentence:
      'In a window of 1280×800 each button of the first decisions, and what must be ticked before it counts, is in sight without scrolling.',
    source: 'issue 4, First run',
  },
  {
    id: 'first-run.own-workspace',
    sentence:
      'A person begins a workspace of their own from the desk: a folder that was empty gets a configuration with a gate, and the exact command that runs it is shown; nothing else is written, and nothing is written over.',
    source: 'issue 4, First run',
  },
  {
    id: 'first-run.own-configuration',
    sentence:
      'Where somebody has put a configuration of their own at the usual place, nothing of the sample is offered: the empty inbox says how to connect an agent, and how a first request comes.',
    source: 'issue 4, First run',
  },
]
