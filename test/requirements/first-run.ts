/** The first minutes at an empty desk. */
import type { Requirement } from '../requirements.ts'

export const firstRunPromises: Requirement[] = [
  {
    id: 'first-run.two-people',
    sentence:
      'The sample has a payment that one person cannot release: only a second, different person lets it through, and it can be taken back until then.',
  },
  {
    id: 'first-run.others',
    sentence:
      'The first steps name only people who are declared and have not approved yet, and never whoever sits there.',
  },
  {
    id: 'first-run.gives-way',
    sentence:
      'The first steps lead to what the sample agent asks for, end when real agents ask for something, and do not come back at the next opening.',
  },
  {
    id: 'first-run.in-sight',
    sentence:
      'In a window of 1280×800 each button of the first decisions, and what must be ticked before it counts, is in sight without scrolling.',
  },
  {
    id: 'first-run.own-workspace',
    sentence:
      'A person begins a workspace of their own from the desk: a folder that was empty gets a configuration with a gate, and the exact command that runs it is shown; nothing else is written, and nothing is written over.',
  },
  {
    id: 'first-run.own-configuration',
    sentence:
      'Where somebody has put a configuration of their own at the usual place, nothing of the sample is offered: the empty inbox says how to connect a server and an agent, and how a first request comes.',
  },
  {
    id: 'first-run.own-steps',
    sentence:
      'In a workspace of one’s own three steps lead from a server of one’s own over one’s own agent to a decision on a real call; each is done when that is so, and they can be dismissed and shown again.',
  },
  {
    id: 'first-run.own-hour',
    sentence:
      'Without a file or a terminal a newcomer comes from the sample over a workspace, a server and an agent of their own to a decision on a real call, made by a client that starts what the desk has written into its file.',
  },
  {
    id: 'workspace.opens',
    sentence:
      'A person opens another workspace in place at the desk: the window shows it, agents that named no workspace follow, and one that cannot be opened leaves everything as it was.',
  },
  {
    id: 'workspace.remembered',
    sentence:
      'The workspace that was opened last is the one that the next start opens; where it is gone, the desk opens its own and says so.',
  },
  {
    id: 'workspace.seen-first',
    sentence:
      'Before a workspace is opened by its file, the desk shows which servers it starts, what is dangerous about them, and opens exactly that or nothing; a data folder that came along with the file is left alone, and one with errors is not opened.',
  },
]
