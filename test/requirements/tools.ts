import type { Requirement } from '../requirements.ts'

/** Tools of servers, one by one: whether agents are offered them, whom they ask, what people see of them. */
export const TOOLS: Requirement[] = [
  {
    id: 'tools.gate',
    sentence:
      'The approval of a single tool stands in the place of its import’s, on every route to the tool and where agents are not offered it; those of the connection and of other imports add up with it.',
  },
  {
    id: 'tools.reads',
    sentence:
      'What a person has confirmed of a tool, that it reads or that it writes, counts more than the word of its server; of two such words the graver one.',
    source: 'docs/rulings.md R5.3',
  },
  {
    id: 'tools.freed',
    sentence:
      'A change that frees a single tool of its approval, or lets it count as reading, names the tool and is of high risk.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'tools.edit',
    sentence:
      'The desk changes one or many tools of one or several servers in one save with one undo: whether agents are offered them, whom they ask, tags, aliases, what is confirmed; comments and order of the file stay.',
    source: 'docs/rulings.md R2.8',
  },
  {
    id: 'tools.fixed',
    sentence:
      'What of a change of many tools cannot be made from the desk says why, tool by tool, before anything is saved; nothing is saved half.',
  },
  {
    id: 'tools.list',
    sentence:
      'One list has all tools of all servers, also those that are off, new, changed or refused, and those that the settings file names and their server does not list, and all workflows and declared capabilities, each with what it reads or writes, asks, costs, and how it was used.',
  },
  {
    id: 'tools.chosen',
    sentence:
      'Before it is saved, a change of whom tools ask says all that was chosen: when, how many, who, until when, and the risk.',
  },
  {
    id: 'tools.window',
    sentence:
      'The table of all tools is filtered, sorted and its columns are chosen; one, many, a range or all that match are picked and changed together, by mouse and by keyboard alone.',
  },
  {
    id: 'tools.scrolled',
    sentence:
      'A row of the table of all tools that goes out of sight is the one that comes into it: scrolling makes none anew, and afterwards they stand in the order in which they are read.',
  },
  {
    id: 'tools.changed-live',
    sentence:
      'A tool that its server changes while it is connected shows so in the open table and in the inbox, and is not called before a person has accepted it.',
    source: 'docs/rulings.md R5.3',
  },
  {
    id: 'tools.many',
    sentence:
      'A change of thousands of tools in one save is worked out on a thread of its own: the gateway answers others meanwhile.',
  },
  {
    id: 'tools.readers',
    sentence:
      'One press stops asking about what only reads, tool by tool, and says that it is the word of the servers; a tool that says otherwise later waits for a person.',
    source: 'docs/rulings.md R5.3',
  },
  {
    id: 'tools.uses',
    sentence:
      'Calls of each tool are counted on every route from the audit log, with who called it, when last, and how often it failed, without holding up the gateway.',
    source: 'docs/rulings.md R3.4',
  },
]
