import type { Requirement } from '../requirements.ts'

export const flowgatePromises: Requirement[] = [
  {
    id: 'flowgate.differences',
    sentence:
      'Every difference of a configuration of mcp-flowgate that nobody would notice is named with its place, what it meant there, what it means here and what to write; what is converted passes our own check.',
  },
  {
    id: 'flowgate.page',
    sentence: 'The page about coming from mcp-flowgate has every difference that the command names.',
  },
  {
    id: 'flowgate.same',
    sentence: 'What means the same here is converted as it is, and asks for nobody’s eye.',
  },
  {
    id: 'flowgate.left-out',
    sentence:
      'What has a guard, a step or a path without counterpart is left out whole, and so is what needs it: nothing is let through because something was lost on the way.',
  },
  {
    id: 'flowgate.files',
    sentence:
      'Included files become one, each difference keeps its own file; a folder beside it counts only where it will; a file that cannot be read is told with its place.',
  },
  {
    id: 'flowgate.hostile',
    sentence: 'No file makes the conversion throw, and whatever it writes is accepted by our own check.',
  },
  {
    id: 'flowgate.command',
    sentence:
      'The command runs nothing of the file, writes over no file, says each thing’s fate, and exits with 1 exactly if a person must look or something could not be done.',
  },
]
