/** The desktop packages: what they are made of, and what they do on somebody's computer. */
import type { Requirement } from '../requirements.ts'

export const packagePromises: Requirement[] = [
  {
    id: 'shell.packed',
    sentence:
      'The app starts from an asar archive, and what it writes into a client starts the pipe, not the app, with what lies beside the archive, whether the app runs or not.',
  },
  {
    id: 'package.fuses',
    sentence:
      'The shipped program cannot be made a Node, takes no NODE_OPTIONS, lets nobody attach, and loads nothing but its archive.',
  },
  {
    id: 'package.node',
    sentence:
      'A desktop package brings a Node with npm along, for its command line and for servers that are started by npx; a Node of the person goes first.',
  },
  {
    id: 'shell.links',
    sentence:
      'A countersign:// link and a file of a workspace show its preview, in which nothing has started, and do nothing else; a link that asks for anything else is refused in one sentence.',
  },
  {
    id: 'shell.at-login',
    sentence:
      'An installed app starts at login if the person has chosen it, without its window; the entry goes with the app.',
  },
  {
    id: 'shell.keeps-running',
    sentence:
      'Whether a closed window ends the app or leaves it in the tray is the person’s choice, and remembered.',
  },
  {
    id: 'package.installs',
    sentence:
      'The package for Debian installs on a small system with what it says that it depends on, starts for an ordinary person, connects a client by what it writes, and a person decides in the shipped program.',
  },
  {
    id: 'package.uninstalls',
    sentence: 'Taking the package away takes its start at login with it and leaves every person’s data.',
  },
  {
    id: 'package.configuration',
    sentence:
      'What electron-builder is told is valid for all three systems, and takes keys and addresses from the environment alone.',
  },
  {
    id: 'package.image',
    sentence:
      'What an AppImage writes into a client answers after the image has ended, and from wherever it is started next.',
  },
]
