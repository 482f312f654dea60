import type { Requirement } from '../requirements.ts'

export const serversPromises: Requirement[] = [
  {
    id: 'servers.added',
    sentence:
      'A server is added at the desk in one save, with its tools behind a person; the difference says what it starts, and one undo takes all of it back.',
    source: 'docs/rulings.md R2.2, R2.8',
  },
  {
    id: 'servers.changed',
    sentence: 'A change of a server writes what differs, and nothing else of the file.',
    source: 'docs/rulings.md R2.8',
  },
  {
    id: 'servers.renamed',
    sentence:
      'A server is renamed with everything in the file that names it: calls, imports, rules, and where it is wanted the ids of its tools; where several files would have to change at once, or a rule would mean something else under the new name, that is said.',
    source: 'docs/rulings.md R2.8',
  },
  {
    id: 'servers.disabled',
    sentence:
      'A disabled server is not started, its tools are not offered, and calls over it are refused with a sentence that says why; enabling it again says what that starts.',
    source: 'docs/rulings.md R2.2, R2.4',
  },
  {
    id: 'servers.removed',
    sentence:
      'Removing a server names first what uses it and how many of its calls wait for approval, takes its imports and its own tools along, and is refused where a workflow or another tool would be left without it.',
  },
  {
    id: 'servers.any-edits',
    sentence:
      'Any sequence of the desk’s changes of servers on any valid file leaves a file that check accepts, with every comment but those of what was removed, and everything else byte for byte; or it is refused.',
    source: 'docs/rulings.md R2.8',
  },
  {
    id: 'servers.examined',
    sentence:
      'Before a server starts, a person sees the literal command, its variables with keys masked, what it touches, what it needs on this machine and where that is or how to get it, and the sandbox that fits.',
  },
  {
    id: 'servers.itself',
    sentence:
      'What starts or opens this gateway is no server of it: that is said before it is tried, and it is not tried.',
  },
  {
    id: 'servers.hazards',
    sentence:
      'What of a declaration can do harm that does not show is named as what it is: variables that load code, other package registries, shells, administrators, containers with power over the machine, hidden characters.',
    source: 'docs/rulings.md R7',
  },
  {
    id: 'servers.refused',
    sentence:
      'A server from a file or a registry with something that has no honest use can be neither tried nor added.',
    source: 'docs/rulings.md R7',
  },
  {
    id: 'servers.origin',
    sentence:
      'The gateway itself knows which servers it has found in a file or a registry: no window can say that one of them is trusted.',
    source: 'docs/rulings.md R7',
  },
  {
    id: 'servers.dialogs',
    sentence:
      'A dialog about a server shows what of its name cannot be seen, and all of it; one that a menu has opened has the focus, and gives it back.',
    source: 'docs/rulings.md R5.9',
  },
  {
    id: 'servers.masked',
    sentence:
      'A value whose name says that it is secret is drawn as dots while it is typed, shown by a switch, and kept in the keychain unless a person says otherwise.',
    source: 'docs/rulings.md R7',
  },
  {
    id: 'servers.keys-hidden',
    sentence:
      'A key that stands in the settings file as it is never comes to the window: the form for a server has a mark in its place, which leaves it as it is, is typed over, or becomes a stored secret; a mark that is part of anything else is refused.',
    source: 'found by use: the form had every key of the file in it',
  },
  {
    id: 'servers.secret-kept',
    sentence:
      'A secret that was typed for a server goes again where nothing is saved, and stays where it is saved, also if the dialog is closed meanwhile.',
  },
  {
    id: 'servers.tried',
    sentence:
      'A server is tried only when a person presses it: it shows its tools or its own words of what is wrong, within a time, can be cancelled, is ended with all that it started, writes nothing, and is audited.',
    source: 'docs/rulings.md R2.3',
  },
  {
    id: 'servers.inputs',
    sentence:
      'What stands in braces in the arguments or the path of a tool and is no input of it is named in the form, with a press that makes it one.',
    source: 'found by use: a tool that passed on “{count}” to its program',
  },
  {
    id: 'servers.whole',
    sentence:
      'Nothing that a person has filled in of a server is lost in silence: the name that they gave it stays while they go back and forth, and a line without a name, a name that is there twice and a path that no request can have are said before they go on.',
    source: 'found by use: a typed name became another, and of two headers of one name the last was kept',
  },
  {
    id: 'servers.pasted',
    sentence:
      'A command line, a client’s “mcp add”, the link of a button that installs a server, or the JSON or TOML of a README, pasted as a whole, fills in the form; nobody follows the link.',
  },
  {
    id: 'servers.shell',
    sentence:
      'Signs in a command that mean something to a shell only are named before it is started, as no shell reads them.',
  },
  {
    id: 'servers.draft',
    sentence:
      'What is filled in of a server becomes exactly the connection that it says; keys stand in it as secrets, and what the form does not show stays.',
    source: 'docs/rulings.md R2.3',
  },
  {
    id: 'servers.log',
    sentence:
      'The newest lines of a server’s log are kept, bounded, with secrets removed; how many are gone is said.',
    source: 'docs/rulings.md R2.3',
  },
  {
    id: 'servers.not-well',
    sentence:
      'In the window, a server that is broken, that never answers or that wants a sign-in says so in the dialog in which it is added, each with what to do; nothing is written, and nothing of it is left running.',
  },
  {
    id: 'servers.in-app',
    sentence:
      'In the app’s own window a server is added by its form, a tool of it turned off, and another tried.',
  },
  {
    id: 'servers.in-browser',
    sentence:
      'A server is added, tried, disabled, renamed and removed by hand in a browser, and answers an agent once a person has approved; every step is accessible in both themes and in the smallest window.',
  },
]
