import type { Requirement } from '../requirements.ts'

export const sourcesPromises: Requirement[] = [
  {
    id: 'sources.found',
    sentence:
      'The servers of all known MCP clients of this machine are read from their own files in every shape that these clients write: programs, addresses, headers, variables, inputs, switched-off ones; what a client fills in becomes a variable or a question.',
  },
  {
    id: 'sources.said',
    sentence:
      'What of a client’s server cannot be taken over, or is otherwise here, is said in a sentence for each; nothing is dropped in silence.',
  },
  {
    id: 'sources.tools',
    sentence:
      'Lists of a client that say which tools of a server are on or off are taken over with it: agents find here what they found there.',
  },
  {
    id: 'sources.secrets',
    sentence:
      'Secret values of a person’s own client file never reach the window: they are stored as secrets by the gateway when a person adds the server, and not before. What they would start is judged with them all the same, and the arguments of a project’s file are shown whole.',
    source: 'docs/rulings.md R2.3',
  },
  {
    id: 'sources.project',
    sentence:
      'Servers of a project’s folder are found when a person names it, and are marked as not trusted: what has no honest use in them is not added.',
  },
  {
    id: 'sources.import',
    sentence:
      'Any number of found servers is seen and added as one change of the configuration, with names that clash changed; all of it or nothing; one press takes it back.',
    source: 'docs/rulings.md R2.8',
  },
  {
    id: 'sources.replace',
    sentence:
      'A client’s file is touched only where its servers are replaced by this gateway in the same act, after a backup; one press takes back both, also where the client has written its file since, or says what could not be put back and where it is.',
  },
  {
    id: 'sources.cut-off',
    sentence:
      'Whatever an import has done when it ends half-way (the process ends, a file cannot be written) goes back with one press.',
  },
  {
    id: 'sources.disabled',
    sentence:
      'A server that is switched off in its client is added disabled, unless another client that it is taken from has the same one on.',
  },
  {
    id: 'sources.inputs',
    sentence:
      'A value that a found server wants is asked for; a secret one is stored as a secret, another one is written.',
  },
  {
    id: 'sources.by-keys',
    sentence:
      'Servers of another client and registries are gone through by keys alone: what is to be read or filled in next has the focus, the way back leads to where it began, and a registry is removed only after a question.',
    source: 'found by use: the focus was on the whole dialog, and a press removed a registry for good',
  },
  {
    id: 'sources.in-browser',
    sentence:
      'In the window, by hand: servers of another client are chosen, looked at, added and replaced, and one press takes all back; servers of a registry are searched and opened in the form.',
  },
  {
    id: 'registry.search',
    sentence:
      'A registry is asked by a press only, at an address that is shown before; its servers are searched page by page, with version and state, and with the publisher where the registry has that proven.',
  },
  {
    id: 'registry.pinned',
    sentence:
      'Each version of a registry’s server, and each way to run or reach it, becomes a server that can be added: the exact version pinned, the digest named, what it wants as questions; what has no exact version is not offered.',
  },
  {
    id: 'registry.literal',
    sentence:
      'Commands, options and variables that a registry names are passed on literally, so that whoever examines the server sees them; nothing of them is filled in.',
    source: 'docs/rulings.md R2.6',
  },
  {
    id: 'registry.token',
    sentence:
      'A registry’s token is kept as a secret and sent to its own address alone, never after a redirect to another; a new address of the registry forgets it.',
    source: 'docs/rulings.md R2.3',
  },
  {
    id: 'registry.faults',
    sentence:
      'A registry that is slow, too large, down, busy, or answers nonsense or something else than was asked is said in a sentence, and nothing of it is used.',
  },
  {
    id: 'sources.newer',
    sentence:
      'A server that is pinned to a version of a package is looked up for newer ones by a press, and an update is one change of its pin, seen before, with the difference of its tools after a trial.',
  },
]
