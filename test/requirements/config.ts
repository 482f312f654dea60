import type { Requirement } from '../requirements.ts'

export const configPromises: Requirement[] = [
  {
    id: 'config.located-problems',
    sentence:
      'Every problem of a configuration is reported at once, each with file, line, column, a plain sentence and, where one is near, the intended name.',
  },
  {
    id: 'config.include',
    sentence:
      'Included files are relative; maps merge, the later wins; lists concatenate; cycles are an error.',
  },
  {
    id: 'config.variables',
    sentence:
      'A variable takes its value from the environment, and `$$` is a literal `$`; a missing one is an error that names it, and values appear in no problem and in nothing that is kept.',
    source: 'docs/rulings.md R2.3',
  },
  {
    id: 'config.secrets-file',
    sentence:
      'The passphrase of secrets can come from a file; one that cannot be read ends the command with its reason.',
  },
  {
    id: 'config.secret-command',
    sentence:
      'Whoever lacks a secret is told the command that stores it where it is looked for, wherever the data folder is known.',
    source: 'found by use: the desk named a command that stored it for another workspace',
  },
  {
    id: 'config.secrets',
    sentence:
      'A secret takes its value from the keychain of the system, or from an encrypted file that says honestly what it protects from; a missing one is an error that names it, and a value is never an argument of a command.',
  },
  {
    id: 'config.schema',
    sentence: 'The JSON Schema that ships with the product is the one that validates (draft 2020-12).',
  },
  {
    id: 'config.kept',
    sentence: 'Nothing that a workflow, a state or a transition declares is lost on the way to what runs.',
    source: 'docs/contributing.md',
  },
  {
    id: 'explain.whole',
    sentence:
      'An agent that has a workflow explained is told whatever it declares that decides how a run of it goes.',
    source: 'docs/contributing.md',
  },
  {
    id: 'config.whole-shape',
    sentence:
      'The shape of the whole file is recognised; what a later version does is an error where leaving it out would change what runs or who must approve, else a warning.',
  },
  {
    id: 'config.check',
    sentence:
      'Dangling targets, unreachable states, dead ends, states from which no terminal can be reached and ambiguous deterministic states are found; reads of what nothing writes and unused connections are warnings.',
  },
  {
    id: 'config.silent-mistakes',
    sentence:
      'What is taken as data, or as one name, though it was hardly meant so (a misspelt operator, arguments in a command, a place that no agent can know of) is a warning; what another language names so is none.',
    source: 'docs/seeds.md',
  },
  {
    id: 'config.openings',
    sentence:
      'What lets through more than whoever reads the file expects is a warning with its mend: what people decide about here and agents are offered there, conditions that always hold, that a text or a way out of a folder passes, places that an argument takes over, patterns for names of tools, names that differ in capitals only, a secret over http. One header that is written twice is an error, and so is one of a whole connection by which its requests may be of another method.',
    source: 'docs/configuration.md',
  },
  {
    id: 'config.sight',
    sentence:
      'A text of the configuration with a character that cannot be seen, or that looks like another, is a warning that names its code.',
    source: 'docs/rulings.md R5.9',
  },
  {
    id: 'config.hostile-input',
    sentence: 'No configuration file, however malformed, makes loading throw or hang.',
  },
  {
    id: 'config.examples',
    sentence:
      'The three YAML examples of the seeds load: indentation, version, connections and programs supplied, nothing else changed.',
  },
  {
    id: 'config.sample',
    sentence: 'The sample workspace passes `check` without a warning, is copied once and never overwritten.',
  },
  {
    id: 'config.sample-found',
    sentence:
      'In the sample workspace, what a newcomer asks in plain words finds what does it among the first three.',
  },
  {
    id: 'docs.links',
    sentence:
      'Every link of the README and of docs/ leads to a page and a heading that are there, and the README names every page.',
  },
  {
    id: 'docs.site',
    sentence:
      'The manual is a site with every page of docs/ in its menu; every link of it leads to a page, a heading or a file that is there.',
  },
  {
    id: 'docs.keys',
    sentence:
      'A page of the site, made from the schema, says of every key of the configuration what it means.',
  },
  {
    id: 'docs.commands',
    sentence:
      'Each command has in `--help` and on the page of commands the options that it takes, no other, and every command that a page shows is one.',
  },
  {
    id: 'docs.defaults',
    sentence:
      'The page on the configuration lists only keys that there are, and it and the schema name the defaults that a file without the key gets.',
  },
  {
    id: 'docs.tools',
    sentence: 'The page on the seven tools names the arguments of each, all and no other.',
  },
  {
    id: 'docs.ways',
    sentence:
      'Every way through the desk that a page names, such as Settings → Data, is one that the desk has.',
  },
  {
    id: 'docs.readable',
    sentence:
      'The site can be read at 360 pixels and at 200 %, in both themes, and asks nobody but its own host for anything.',
  },
  {
    id: 'docs.search',
    sentence: 'The site is searched in the reader’s own browser, also for keys of the configuration.',
  },
  {
    id: 'config.documented',
    sentence:
      'Every example of the README and of docs/ loads without an error or a warning, as it would where a gateway starts with it.',
  },
  {
    id: 'config.shell-injection',
    sentence: 'Interpolation into the program text of a shell or an interpreter is an error.',
    source: 'docs/rulings.md R2.7',
  },
  {
    id: 'config.timeout-bypass',
    sentence:
      'A timeout whose target is otherwise reachable only through a person is an error unless `allowUnapproved: true`.',
    source: 'docs/rulings.md R2.7',
  },
  {
    id: 'config.engine-rights',
    sentence: 'Role and permission guards on deterministic transitions are an error.',
    source: 'docs/rulings.md R1.7',
  },
  {
    id: 'config.gates',
    sentence:
      'Approval gates of all levels add up; one that contradicts itself is an error, one that nobody can decide a warning, and a timeout leads past none.',
    source: 'docs/rulings.md R5.1; R2.7',
  },
  {
    id: 'config.placing',
    sentence: 'An executor that waits is refused wherever nothing can wait for it.',
    source: 'docs/rulings.md R2.7',
  },
  {
    id: 'config.guards',
    sentence:
      '`check` names a guard that can never hold: evidence that nothing in the workflow records, a right of a step for people that no person has; and what cannot be known where it stands: a right of the engine, evidence in a branch of `parallel`.',
    source: 'docs/rulings.md R2.7',
  },
  {
    id: 'config.home',
    sentence:
      '`check` names a place that begins with `~`, of which no shell makes a home folder, with the way to write it.',
  },
  {
    id: 'check.dead-ends',
    sentence:
      '`check` names people who are asked twice in a row, filled-in values that their own schema refuses, evidence that is recorded only afterwards, by the step itself or too seldom, a question to a person in a step that runs by itself, guards that no one person passes, a workflow that the engine cannot start when the time is up, and variables that a program would have in a terminal and does not get, each with what to write.',
  },
  {
    id: 'check.mends',
    sentence:
      'What a finding of `check` says to do, done as it says, leaves a configuration without that finding or another one, whose runs can end.',
  },
  {
    id: 'config.evidence',
    sentence: 'Evidence that says a person decided cannot be declared by anybody but the engine.',
    source: 'docs/rulings.md R2.7, R5.7',
  },
  {
    id: 'config.references',
    sentence:
      'A capability named in an executor brings its guards, gates and reliability with it; circles and growth without end are errors.',
  },
  {
    id: 'config.steps',
    sentence: 'Steps compile to states, and what is wrong with them is shown where they are written.',
  },
  {
    id: 'config.explained',
    sentence: 'The JSON Schema completes and explains every key.',
  },
  {
    id: 'R2.7',
    sentence:
      '`check` rejects what would let a timeout, a declaration or a value decide in the place of a person or run in the place of a program, and warns of effects that may happen twice and of servers that can change the gateway.',
    source: 'docs/rulings.md R2.7',
  },
  {
    id: 'R2.5',
    sentence:
      'A state without outgoing transitions is terminal; `terminal: true` with transitions is an error; a deterministic transition in a state that has other kinds is a warning.',
    source: 'docs/rulings.md R2.5',
  },
]
