import { type Case, flow, V } from './flow.ts'

export const SYNTAX: Case[] = [
  {
    name: 'an empty file',
    text: '',
    problems: [
      '1:1 error : This file is empty: a configuration is a map that begins with ‘version: "1.0.0"’.',
    ],
  },
  {
    name: 'a list',
    text: '- a\n',
    problems: ['1:1 error : A configuration is a map that begins with ‘version: "1.0.0"’; this is none.'],
  },
  {
    name: 'a tab',
    text: `${V}workflows:\n\tw: {}\n`,
    problems: ['3:1 error : This line is indented with a tab; YAML wants spaces.'],
  },
  {
    name: 'a tab, and what only follows from it',
    text: `${V}workflows:\n\tw:\n\t\ttitle: A\n\t\tstates: {}\n  b: {}\n`,
    problems: [3, 4, 5].map(
      (line) => `${line}:1 error : This line is indented with a tab; YAML wants spaces.`,
    ),
  },
  {
    name: 'a line that is indented wrongly, and what only follows from it',
    text: `${V}workflows:\n  w:\n    title: A\n   initialState: a\n`,
    problems: ['5:1 error : This line is not indented like its neighbours.'],
  },
  {
    name: 'a colon without a blank',
    text: `${V}connections:\n  m:\n    kind:mcp\n    command: node\n`,
    problems: [
      '4:5 error : The YAML is broken here: a line of a map is written ‘name: value’, with a blank after the colon.',
    ],
  },
  {
    name: 'a number that would become another one',
    text: flow('a: {}', '    initialContext: { account: 9007199254740993, kept: 9007199254740992 }\n'),
    problems: [
      '5:32 error : This number is too long to be kept exactly: it would become 9007199254740992. If it may be a text, put it in quotes.',
    ],
  },
  {
    name: 'a quote that is not closed',
    text: `${V}workflows:\n  w: { title: "A letter }\n  v: {}\n`,
    problems: ['3:15 error : The quote that begins here is not closed: a ‘"’ is missing at its end.'],
  },
  {
    name: 'a brace that is not closed at the end of the file',
    text: '{ "version": "1.0.0", "workflows": {}',
    problems: [
      '1:38 error : A map in braces is not closed here: a ‘}’ is missing, or a line of it is not indented further than what it belongs to.',
    ],
  },
  {
    name: 'a line of a map without a colon',
    text: `${V}workflows:\n  w: { states: {} }\n  v\n`,
    problems: ['4:3 error : A colon is missing here: each line of a map is written ‘name: value’.'],
  },
  {
    name: 'a list without a comma',
    text: `${V}x-a: ["b" "c"]\n`,
    problems: ['2:11 error : A comma is missing before this.'],
  },
  {
    name: 'a colon too many',
    text: `${V}x-a: A letter: to you\n`,
    problems: [
      '2:6 error : The YAML is broken here: a colon where none can be. Put text that holds a colon in quotes.',
    ],
  },
  {
    name: 'a bracket that is not closed',
    text: `${V}x-a: [b,\nx-c: d\n`,
    problems: [
      '3:1 error : A list in brackets is not closed here: a ‘]’ is missing, or a line of it is not indented further than what it belongs to.',
    ],
  },
  {
    name: 'a key twice',
    text: `${V}clients:\n  a: {}\n  b: {}\n  a: {}\n`,
    problems: ['5:3 error : ‘a’ is written twice here; the first is in line 3.'],
  },
  {
    name: 'an unknown alias',
    text: `${V}x-a: &one {}\nclients: *onne\n`,
    problems: [
      '3:10 error : The alias ‘*onne’ repeats an anchor ‘&onne’ that is not written before it. Did you mean ‘one’?',
    ],
  },
  {
    name: 'an alias inside itself',
    text: `${V}clients: &a { b: *a }\n`,
    problems: ['2:18 error : The alias ‘*a’ stands inside what it repeats.'],
  },
  {
    name: 'a merge key',
    text: `${V}clients:\n  a: { <<: b }\n`,
    problems: ['3:8 error : Merge keys (‘<<’) are not read. Use an alias for the whole value, or ‘include’.'],
  },
  {
    name: 'a tag',
    text: `${V}clients: !secret a\n`,
    problems: [
      '2:10 error : YAML tags (words that begin with ‘!’) are not read here. Write the value without one.',
    ],
  },
  {
    name: 'a prototype',
    text: `${V}clients:\n  __proto__: {}\n`,
    problems: ['3:3 error : ‘__proto__’ cannot be a name here.'],
  },
  {
    name: 'a second document',
    text: `${V}---\nversion: "1"\n`,
    problems: ['2:1 error : A configuration is one document; this ‘---’ begins a second one.'],
  },
]

export const SHAPE: Case[] = [
  {
    name: 'no version',
    text: 'clients: {}\n',
    problems: ['1:1 error : The configuration needs ‘version’. Write ‘version: "1.0.0"’ as its first line.'],
  },
  {
    name: 'a number as version',
    text: 'version: 1.5\n',
    problems: ['1:10 error version: ‘version’ must be a text, not 1.5. Put it in quotes: "1.5".'],
  },
  {
    name: 'words as version',
    text: 'version: latest\n',
    problems: ['1:10 error version: The version must be written like "1.0.0", not "latest".'],
  },
  {
    name: 'a misspelt section',
    text: `${V}workflow: {}\n`,
    problems: ['2:1 error workflow: The configuration takes no ‘workflow’. Did you mean ‘workflows’?'],
  },
  {
    name: 'a section of the wrong type',
    text: `${V}workflows: []\n`,
    problems: ['2:1 error workflows: ‘workflows’ must be a map, not a list.'],
  },
  {
    name: 'a list in the place of a map',
    text: `${V}connections:\n  - { name: a, kind: mcp, command: npx }\n`,
    problems: [
      '2:1 error connections: ‘connections’ must be a map, not a list. Write each entry under a name of its own.',
    ],
  },
  {
    name: 'arguments in one text',
    text: `${V}connections:\n  a: { kind: mcp, command: srv, args: -y pkg /data }\n  b: { kind: mcp, command: srv, args: "-c 'a b'" }\nproxy: { import: [{ connection: a, prefix: a }, { connection: b, prefix: b }] }\n`,
    problems: [
      '3:39 error connections.a.args: ‘args’ must be a list, not the text "-y pkg /data". Write it as a list: ["-y", "pkg", "/data"].',
      `4:39 error connections.b.args: ‘args’ must be a list, not the text "-c 'a b'". Write it as a list, with each argument in quotes of its own.`,
    ],
  },
  {
    name: 'names alone of what is exposed and imported',
    text: `${V}proxy:\n  expose: [say]\n  import: [files]\n`,
    problems: [
      '3:12 error proxy.expose[0]: Entry 1 of ‘expose’ must be a map, not the text "say". Write { capability: say }.',
      '4:12 error proxy.import[0]: Entry 1 of ‘import’ must be a map, not the text "files". Write { connection: files }.',
    ],
  },
  {
    name: 'maps that are written in short',
    text: `${V}clients: [claude]\npeople: { kim: {} }\nconnections:\n  m: { kind: mcp, command: node, env: ["A=b"], approval: human }\nproxy: { import: [{ connection: m, prefix: m }] }\n`,
    problems: [
      '2:1 error clients: ‘clients’ must be a map, not a list. Write { claude: {} }.',
      '5:34 error connections.m.env: ‘env’ must be a map, not a list. Write { NAME: "value" }.',
      '5:58 error connections.m.approval: ‘approval’ must be a map, not the text "human". Write { required: true }.',
    ],
  },
  {
    name: 'a right without its kind, and no initial state',
    text: `${V}workflows:\n  w:\n    states:\n      a: { transitions: { go: { target: b, guards: [{ role: lead }] } } }\n      b: {}\n`,
    problems: [
      '3:3 error workflows.w: The workflow ‘w’ needs ‘initialState’: the name of the state in which it begins. Write ‘initialState: a’.',
      '5:53 error workflows.w.states.a.transitions.go.guards[0]: Entry 1 of ‘guards’ needs ‘kind’. Write { kind: role, role: lead }.',
    ],
  },
  {
    name: 'names of other programs',
    text: `${V}connections:\n  m: { kind: mcp, type: http, url: "http://localhost:1/mcp" }\n  r: { kind: rest, url: "http://localhost:1" }\nproxy: { import: [{ connection: m, prefix: m, tools: [a] }] }\n`,
    problems: [
      '3:19 error connections.m.type: The connection ‘m’ takes no ‘type’. Leave it out: ‘kind’ is there.',
      '4:20 error connections.r.url: The connection ‘r’ takes no ‘url’. Here it is called ‘baseUrl’.',
      '5:47 error proxy.import[0].tools: Entry 1 of ‘import’ takes no ‘tools’. Here it is called ‘include’.',
    ],
  },
  {
    name: 'blanks that only look like spaces',
    text: `${V}connections:\n\u00a0\u00a0n: {}\n`,
    problems: [
      '3:1 error \u00a0\u00a0n: This line is indented with blanks that only look like spaces; write ordinary ones.',
    ],
  },
  {
    name: 'quotes that only look like them',
    text: `${V}connections:\n  m: { kind: mcp, title: “M”, command: “node” }\nproxy: { import: [{ connection: m, prefix: m }] }\n`,
    problems: [
      '3:40 warning connections.m.command: These quotes are curly, so they are a part of the text. Write straight ones: "…".',
    ],
  },
  {
    name: 'a time with its unit',
    text: `${V}approvals: { timeoutMs: 5m, holdMs: soon }\n`,
    problems: [
      '2:25 error approvals.timeoutMs: ‘timeoutMs’ must be a whole number, not the text "5m". Write it in milliseconds: 300000.',
      '2:37 error approvals.holdMs: ‘holdMs’ must be a whole number, not the text "soon".',
    ],
  },
  {
    name: 'a comment of another language',
    text: '{\n  // mine\n  "version": "1.0.0",\n  "connections": {}\n}\n',
    problems: [
      '2:3 error // mine "version": ‘//’ begins no comment here: write ‘#’ in its place, or leave the comment out.',
    ],
  },
  {
    name: 'a kind that is misspelt',
    text: `${V}connections:\n  a:\n    kind: mpc\n`,
    problems: ['4:11 error connections.a.kind: There is no kind ‘mpc’ here. Did you mean ‘mcp’?'],
  },
  {
    name: 'a connection without kind',
    text: `${V}connections:\n  a: { command: x }\n`,
    problems: ['3:3 error connections.a: The connection ‘a’ needs ‘kind’: ‘mcp’, ‘cli’ or ‘rest’.'],
  },
  {
    name: 'a key of a transition and one of its executor',
    text: flow(
      'a:\n  transitions:\n    go:\n      titel: Go\n      target: b\n      executor: { kind: noop, comand: x }\nb: {}',
    ),
    problems: [
      '9:13 error workflows.w.states.a.transitions.go.titel: The transition ‘go’ takes no ‘titel’. Did you mean ‘title’?',
      '11:37 error workflows.w.states.a.transitions.go.executor.comand: ‘executor’ takes no ‘comand’. It can have ‘kind’, ‘idempotent’ and ‘idempotencyKey’.',
    ],
  },
  {
    name: 'an actor',
    text: flow('a:\n  transitions:\n    go: { target: b, actor: person }\nb: {}'),
    problems: [
      '8:35 error workflows.w.states.a.transitions.go.actor: ‘actor’ must be ‘agent’, ‘human’, ‘deterministic’ or ‘system’, not "person".',
    ],
  },
  {
    name: 'a missing target',
    text: flow('a:\n  transitions:\n    go: { title: Go }\nb: {}'),
    problems: ['8:11 error workflows.w.states.a.transitions.go: The transition ‘go’ needs ‘target’.'],
  },
  {
    name: 'a text for a list',
    text: flow('a: {}', '    tags: deploy\n'),
    problems: [
      '5:11 error workflows.w.tags: ‘tags’ must be a list, not the text "deploy". Write it as a list: ["deploy"].',
    ],
  },
  {
    name: 'the list of servers of another program',
    text: `${V}mcpServers:\n  files: { command: npx }\n`,
    problems: [
      '2:1 error mcpServers: The configuration takes no ‘mcpServers’. Write it as ‘connections’, and ‘kind: mcp’ into each of them.',
    ],
  },
  {
    name: 'the configuration of VS Code',
    text: `${V}servers:\n  files: { command: npx }\n`,
    problems: [
      '2:1 error servers: The configuration takes no ‘servers’. Write it as ‘connections’, and ‘kind: mcp’ into each of them.',
    ],
  },
  {
    name: 'a word of other programs',
    text: `${V}connections:\n  a: { kind: mcp, command: x, cwd: /x }\n`,
    problems: [
      '3:31 error connections.a.cwd: The connection ‘a’ takes no ‘cwd’. Here it is called ‘workingDirectory’.',
    ],
  },
  {
    name: 'texts where maps are meant',
    text: flow(
      'a:\n  transitions:\n    go: b\n    by: { target: b, guards: "$.context.ok == true", approval: yes }\n    on: { target: b, guards: ["$.context.ok == true"], approval: true }\nb: {}',
    ),
    problems: [
      '8:15 error workflows.w.states.a.transitions.go: The transition ‘go’ must be a map, not the text "b". Write { target: b }.',
      '9:36 error workflows.w.states.a.transitions.by.guards: ‘guards’ must be a list, not the text "$.context.ok == true". Write [{ kind: expr, expr: "$.context.ok == true" }].',
      '9:70 error workflows.w.states.a.transitions.by.approval: ‘approval’ must be a map, not the text "yes". Write { required: true }.',
      '10:37 error workflows.w.states.a.transitions.on.guards[0]: Entry 1 of ‘guards’ must be a map, not the text "$.context.ok == true". Write { kind: expr, expr: "$.context.ok == true" }.',
      '10:72 error workflows.w.states.a.transitions.on.approval: ‘approval’ must be a map, not true. Write { required: true }.',
    ],
  },
  {
    name: 'guards in short that are no expression, and one that is too long to be shown whole',
    text: flow(
      `a:\n  transitions:\n    by: { target: b, guards: "role: lead" }\n    on: { target: b, guards: { permission: pay } }\n    to: { target: b, guards: [lead, "role:lead", "$.context.${'x'.repeat(60)} == true"] }\nb: {}`,
    ),
    problems: [
      '8:36 error workflows.w.states.a.transitions.by.guards: ‘guards’ must be a list, not the text "role: lead". Write [{ kind: role, role: lead }].',
      '9:28 error workflows.w.states.a.transitions.on.guards: ‘guards’ must be a list, not a map. Write [{ kind: permission, permission: pay }].',
      '10:37 error workflows.w.states.a.transitions.to.guards[0]: Entry 1 of ‘guards’ must be a map, not the text "lead".',
      '10:43 error workflows.w.states.a.transitions.to.guards[1]: Entry 2 of ‘guards’ must be a map, not the text "role:lead". Write { kind: role, role: lead }.',
      `10:56 error workflows.w.states.a.transitions.to.guards[2]: Entry 3 of ‘guards’ must be a map, not the text "$.context.${'x'.repeat(48)}…. Write { kind: expr, expr: … } around it.`,
    ],
  },
  {
    name: 'a name with a space',
    text: `${V}clients:\n  my agent: {}\n`,
    problems: [
      '3:3 error clients.my agent: ‘my agent’ is not a name: use letters from a to z, digits, ‘_’, ‘-’ and ‘.’, at most 128 of them.',
    ],
  },
  {
    name: 'a number out of range',
    text: `${V}discovery: { homeLimit: 0 }\n`,
    problems: ['2:25 error discovery.homeLimit: ‘homeLimit’ must be at least 1.'],
  },
  {
    name: 'two entries of a list, of which one has the number of the other and a digit more',
    text: flow(
      'a:\n  transitions:\n    go: { target: b, evidence: [a, 5, c, d, e, f, g, h, i, j, { kind: 5 }] }\nb: {}',
    ),
    problems: [
      '8:42 error workflows.w.states.a.transitions.go.evidence[1]: Entry 2 of ‘evidence’ must be a text or a map, not 5.',
      '8:77 error workflows.w.states.a.transitions.go.evidence[10].kind: ‘kind’ must be a text, not 5. Put it in quotes: "5".',
    ],
  },
  {
    name: 'evidence of no type that fits',
    text: flow('a:\n  transitions:\n    go: { target: b, guards: [{ kind: evidence, requires: 3 }] }\nb: {}'),
    problems: [
      '8:65 error workflows.w.states.a.transitions.go.guards[0].requires: ‘requires’ must be a text or a map or a list, not 3.',
    ],
  },
  {
    name: 'a reserved name',
    text: `${V}clients:\n  constructor: {}\n`,
    problems: ['3:3 error clients.constructor: ‘constructor’ is a reserved name. Choose another one.'],
  },
]
