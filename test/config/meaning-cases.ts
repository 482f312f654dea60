import { type Case, flow, V } from './flow.ts'

export const MEANING: Case[] = [
  {
    name: 'an expression',
    text: flow(
      "a:\n  transitions:\n    go: { target: b, guards: [{ kind: expr, expr: '$.input.x = 1' }] }\nb: {}",
    ),
    problems: [
      '8:57 error workflows.w.states.a.transitions.go.guards[0].expr: The expression ‘$.input.x = 1’ is wrong at its character 11: Equality is written with two signs: ==.',
    ],
  },
  {
    name: 'an expression with its signs the other way round, and with a number that would become another one',
    text: flow(
      "a:\n  transitions:\n    go: { target: b, guards: [{ kind: expr, expr: '$.input.x => 1' }, { kind: expr, expr: '$.input.x == 9007199254740993' }] }\nb: {}",
    ),
    problems: [
      '8:57 error workflows.w.states.a.transitions.go.guards[0].expr: The expression ‘$.input.x => 1’ is wrong at its character 11: ‘=>’ is written ‘>=’.',
      '8:97 error workflows.w.states.a.transitions.go.guards[1].expr: The expression ‘$.input.x == 9007199254740993’ is wrong at its character 14: This number is too long to be kept exactly: it would become 9007199254740992.',
    ],
  },
  {
    name: 'a schema',
    text: flow('a: {}', '    inputSchema: { type: object, properties: { x: { type: strng } } }\n'),
    problems: ['5:5 error workflows.w.inputSchema: This is not a usable JSON Schema.'],
  },
  {
    name: 'arguments that are no map',
    text: flow('a: {}', '    inputSchema: { type: array }\n'),
    problems: [
      '5:5 error workflows.w.inputSchema: Arguments are always a map: this schema must have ‘type: object’.',
    ],
  },
  {
    name: 'an unknown connection',
    text: `${V}connections:\n  github: { kind: cli, command: gh }\nproxy:\n  expose:\n    - { name: a, executor: { kind: cli, connection: gitub } }\n    - { name: b, executor: { kind: cli, connection: github } }\n`,
    problems: [
      '6:53 error proxy.expose[0].executor.connection: There is no connection ‘gitub’. Did you mean ‘github’?',
    ],
  },
  {
    name: 'a connection of the wrong kind',
    text: `${V}connections:\n  github: { kind: cli, command: gh }\nproxy:\n  import: [{ connection: github }]\n`,
    problems: [
      '5:26 error proxy.import[0].connection: ‘github’ is a connection of the kind ‘cli’; one of the kind ‘mcp’ is needed here.',
    ],
  },
  {
    name: 'an unused connection',
    text: `${V}connections:\n  github: { kind: cli, command: gh }\n`,
    problems: ['3:3 warning connections.github: The connection ‘github’ is not used by anything.'],
  },
  {
    name: 'a program without a command',
    text: `${V}proxy:\n  expose: [{ name: a, executor: { kind: cli } }]\n`,
    problems: [
      '3:23 error proxy.expose[0].executor: This executor needs a ‘command’, or a ‘connection’ that has one.',
    ],
  },
  {
    name: 'a command with a path in it',
    text: `${V}proxy:\n  expose: [{ name: a, executor: { kind: cli, command: '$.arguments.x' } }]\n`,
    problems: [
      '3:55 error proxy.expose[0].executor.command: A command is taken literally, so that it is known what runs; ‘$.arguments.x’ would not be filled in. Put paths into ‘args’.',
    ],
  },
  {
    name: 'a server without command and url',
    text: `${V}connections:\n  a: { kind: mcp }\nproxy: { import: [{ connection: a }] }\n`,
    problems: [
      '3:3 error connections.a: The connection ‘a’ needs a ‘command’ (a program to start) or a ‘url’ (a server that runs).',
    ],
  },
  {
    name: 'an address that is none',
    text: `${V}connections:\n  a: { kind: mcp, url: 'localhost:80' }\nproxy: { import: [{ connection: a }] }\n`,
    problems: [
      '3:24 error connections.a.url: ‘localhost:80’ is not an address that begins with http:// or https://.',
    ],
  },
  {
    name: 'an address with more than paths can be added to',
    text: `${V}connections:\n  a: { kind: rest, baseUrl: 'https://me:pw@api.example.com/v1?key=1' }\nproxy: { expose: [{ name: a, executor: { kind: rest, connection: a } }] }\n`,
    problems: [
      '3:29 error connections.a.baseUrl: A path is added to this address, so it takes no user name, query or fragment. Put a user into ‘headers’, a query into the requests.',
    ],
  },
  {
    name: 'a variable that is not set',
    text: `${V}connections:\n  a: { kind: cli, command: x, env: { TOKEN: "\${MY_TOKEN}" } }\nproxy: { expose: [{ name: a, executor: { kind: cli, connection: a } }] }\n`,
    problems: ['3:45 error connections.a.env.TOKEN: The environment variable ‘MY_TOKEN’ is not set.'],
  },
  {
    name: 'a variable that is none',
    text: `${V}connections:\n  a: { kind: cli, command: "x\${A B}" }\nproxy: { expose: [{ name: a, executor: { kind: cli, connection: a } }] }\n`,
    problems: [
      `3:28 error connections.a.command: ‘\${A B}’ is no variable: write ‘\${NAME}’, ‘\${secret:NAME}’, or ‘$$’ for a dollar sign.`,
    ],
  },
  {
    name: 'a secret that is not there',
    text: `${V}connections:\n  a: { kind: cli, command: "\${secret:my-token}" }\nproxy: { expose: [{ name: a, executor: { kind: cli, connection: a } }] }\n`,
    problems: [
      `3:28 error connections.a.command: There is no secret ‘my-token’. Store it: countersign secret set my-token.`,
    ],
  },
  {
    name: 'a variable elsewhere',
    text: flow(`a: { guidance: "Use \${HOME}." }`),
    problems: [
      `6:22 error workflows.w.states.a.guidance: Variables (‘\${…}’) are filled in only under ‘connections’. Put the value there, or write ‘$\${’ for these characters.`,
    ],
  },
  {
    name: 'characters that look like a variable',
    text: flow(`a: { guidance: "Use $\${HOME} or $5." }`),
    problems: [],
  },
  {
    name: 'a human executor on a human transition',
    text: flow('a:\n  transitions:\n    go: { target: b, actor: human, executor: { kind: human } }\nb: {}'),
    problems: [
      '8:42 error workflows.w.states.a.transitions.go.executor: ‘go’ is fired by a person already; an executor of the kind ‘human’ would ask a second time. Remove the executor: their choice is recorded as evidence of the kind ‘human_decision’.',
    ],
  },
  {
    name: 'a role for the engine',
    text: flow(
      'a:\n  transitions:\n    go: { target: b, actor: deterministic, guards: [{ kind: not, guard: { kind: role, role: x } }] }\nb: {}',
    ),
    problems: [
      '8:72 error workflows.w.states.a.transitions.go.guards[0].guard: The engine fires this transition, and has no roles or permissions: a ‘role’ guard never passes here. Put it on a transition of an agent or a person.',
    ],
  },
  {
    name: 'a role that nobody has',
    text: `${flow('a:\n  transitions:\n    go: { target: b, guards: [{ kind: role, role: publsher }] }\nb: {}')}people:\n  ada: { roles: [publisher] }\n`,
    problems: [
      '8:57 warning workflows.w.states.a.transitions.go.guards[0].role: Nobody in ‘people’ or ‘clients’ has the role ‘publsher’. Did you mean ‘publisher’?',
    ],
  },
  {
    name: 'people as a list, of which alone is spoken then',
    text: `${flow('a:\n  transitions:\n    go: { target: b, actor: human, guards: [{ kind: role, role: publisher }], approval: { by: { role: chief }, quorum: 2 } }\nb: {}')}people:\n  - ada\n`,
    problems: ['10:1 error people: ‘people’ must be a map, not a list. Write { ada: {} }.'],
  },
  {
    name: 'evidence that nothing records',
    text: flow(
      'a:\n  transitions:\n    go: { target: b, guards: [{ kind: evidence, requires: aproval }] }\nb: {}',
    ),
    problems: [
      '8:65 warning workflows.w.states.a.transitions.go.guards[0].requires: Nothing records evidence of the kind ‘aproval’. Did you mean ‘approval’?',
    ],
  },
  {
    name: 'an id twice',
    text: `${flow('a: {}')}proxy:\n  expose:\n    - { name: w, executor: { kind: noop } }\n`,
    problems: ['9:7 error proxy.expose[0]: The id ‘w’ is taken by a workflow. Ids must differ.'],
  },
  {
    name: 'a capability that is not there',
    text: `${V}capabilities:\n  echo: { executor: { kind: noop } }\nproxy:\n  expose: [{ capability: ecco }]\n`,
    problems: [
      '5:26 error proxy.expose[0].capability: There is no capability ‘ecco’ under ‘capabilities’. Did you mean ‘echo’?',
    ],
  },
  {
    name: 'a capability that is wrapped and is not there',
    text: `${V}capabilities:\n  echo: { executor: { kind: noop } }\n  a: { wraps: ecco }\n`,
    problems: [
      '4:15 error capabilities.a.wraps: There is no capability ‘ecco’ to wrap. Did you mean ‘echo’?',
    ],
  },
  {
    name: 'a capability that is there and is wrong, which is said once',
    text: `${V}capabilities:\n  echo: { executor: { kind: human, quee: x } }\nproxy:\n  expose: [{ capability: echo }]\n`,
    problems: [
      '3:36 error capabilities.echo.executor.quee: ‘executor’ takes no ‘quee’. Did you mean ‘queue’?',
    ],
  },
  {
    name: 'capabilities in a circle',
    text: `${V}capabilities:\n  a: { wraps: b }\n  b: { wraps: a }\n`,
    problems: [
      '3:15 error capabilities.a.wraps: These capabilities wrap each other: ‘a’ wraps ‘b’ wraps ‘a’.',
      '4:15 error capabilities.b.wraps: These capabilities wrap each other: ‘b’ wraps ‘a’ wraps ‘b’.',
    ],
  },
  {
    name: 'an entry without an executor',
    text: `${V}proxy:\n  expose: [{ name: a }]\n`,
    problems: ['3:12 error proxy.expose[0]: ‘a’ needs an ‘executor’ that does its work.'],
  },
]
