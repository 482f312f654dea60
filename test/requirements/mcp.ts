import type { Requirement } from '../requirements.ts'

export const mcpPromises: Requirement[] = [
  {
    id: 'tools.seven',
    sentence:
      'A client sees exactly seven tools, with titles, and read-only hints on the five that only read.',
  },
  {
    id: 'tools.tokens',
    sentence:
      'The whole answer of tools/list costs at most 600 tokens (o200k_base), however tools are spelt.',
  },
  {
    id: 'tools.names',
    sentence:
      'Names carry dots; clients that cannot take them (by --names, by their token, or known by clientInfo.name) are shown underscores; both spellings are accepted from everybody.',
  },
  {
    id: 'tools.result',
    sentence:
      'A result carries the same JSON as structuredContent and as compact text, then the blocks of a downstream result.',
  },
  {
    id: 'tools.arguments',
    sentence:
      'Malformed arguments are a tool result INVALID_ARGUMENTS that names each field; an object left out is {}.',
  },
  {
    id: 'tools.unreadable',
    sentence:
      'A call with a large number that would be rounded, with arguments that are no object, or nested too deep, is a tool result INVALID_ARGUMENTS that says so, and nothing runs or waits for a person.',
  },
  {
    id: 'tools.unknown',
    sentence:
      'A tool that does not exist is the JSON-RPC error -32602; every other refusal is a tool result with isError.',
  },
  {
    id: 'tools.internal',
    sentence:
      'A fault inside answers INTERNAL with a correlation id that finds it in the log, and nothing of its inside.',
  },
  {
    id: 'tools.progress',
    sentence: 'While workflow.get waits it sends progress that rises, if the client asked for it.',
  },
  {
    id: 'tools.cancel',
    sentence:
      'An explicit cancellation reaches the call, in both eras; a mere disconnect does not, except where closing the stream is the protocol’s cancellation.',
    source: 'docs/rulings.md R4.6',
  },
  {
    id: 'R1.2',
    sentence:
      'A client’s name is a label; roles, permissions, tags and the identity that owns runs come from its token only, and without one from the shared local identity with the least rights.',
    source: 'docs/rulings.md R1.2',
  },
  {
    id: 'http.token',
    sentence: 'Without a known bearer token the port answers 401 and says how to send one.',
  },
  {
    id: 'http.host-origin',
    sentence: 'The Host must be exactly ours and an Origin may only be ours, else 403.',
  },
  {
    id: 'http.limits',
    sentence:
      'Bodies that are too large, not JSON, or of another type are refused before anything reads them.',
  },
  {
    id: 'http.sessions',
    sentence:
      'Older clients have sessions: 400 without one, 404 for one that is unknown or another client’s, streams that resume, and an end after half an hour of silence.',
  },
  {
    id: 'http.look-ups',
    sentence:
      'Over HTTP, what only looks something up is answered as JSON at once, in a session or without one, and ends when it is cancelled, its stream is closed or the session ends; what lasts or tells how far it is has a stream.',
  },
  {
    id: 'http.address',
    sentence: 'A data folder keeps its MCP address from one start to the next, if the port is free.',
    source: 'docs: an address that changes breaks the clients that were given it',
  },
  {
    id: 'socket.private',
    sentence: 'The socket has mode 0600 in a folder of mode 0700, wherever the data folder is.',
  },
  {
    id: 'socket.hello',
    sentence: 'Nobody speaks MCP over the socket before a hello with a known token.',
  },
  {
    id: 'call.at-stop',
    sentence: 'Whoever has a call open when the gateway stops hears what came of it, through every door.',
    source: 'docs/rulings.md R3.2',
  },
  {
    id: 'R3.2',
    sentence:
      'A gateway that a pipe started hands the folder over when asked, to nobody that another pipe starts meanwhile, and ends ten minutes after its last client unless something runs; any other says whose process holds the folder.',
    source: 'docs/rulings.md R3.2',
  },
  {
    id: 'R3.3',
    sentence:
      'A pipe reconnects, replays the handshake itself, never sends a call twice, and answers for those that were open that their outcome is unknown, with a link to look.',
    source: 'docs/rulings.md R3.3',
  },
  {
    id: 'pipe.starts',
    sentence: 'The pipe starts a gateway if none runs, and says on standard error why it could not.',
  },
  {
    id: 'pipe.unread',
    sentence:
      'What no gateway reads (a line that is no message, a batch, an id that is none) is answered with an error, and nothing of it is done.',
  },
  {
    id: 'pipe.long-answers',
    sentence:
      'An answer that is longer than clients read from a pipe is passed on in part, with all its links, and says that the call is done; the client stays connected.',
    source:
      'found by use: a tool that answered 5 MB, and an agent whose connection broke over it; docs/rulings.md R1.9',
  },
  {
    id: 'pipe.clean',
    sentence: 'Nothing but protocol leaves the pipe on standard output, and it ends when its input ends.',
  },
  {
    id: 'clients.revoked',
    sentence:
      'A token that was revoked or replaced stops working at once: what was opened with it over HTTP or the pipe is closed, other clients go on, and what is parked stays.',
    source: 'docs/rulings.md R1.2, R4.6',
  },
  {
    id: 'clients.list',
    sentence: 'The gateway knows who is connected, by which transport and since when, and publishes changes.',
  },
  {
    id: 'clients.gone',
    sentence:
      'A client over HTTP that has had nothing open for ten seconds is not called connected, and is again with its next request.',
  },
  {
    id: 'conformance.product',
    sentence:
      'The official conformance suite passes for 2025-11-25 and 2026-07-28; its baseline lists only what needs fixture tools.',
  },
  {
    id: 'conformance.fixtures',
    sentence:
      'With the suite’s fixture tools on the same HTTP stack every scored scenario of both revisions passes.',
  },
  {
    id: 'R8.1',
    sentence: 'Clients of both protocol eras are served, over HTTP and over the pipe.',
    source: 'docs/rulings.md R8.1',
  },
  {
    id: 'R8.3',
    sentence: 'On too old a Node the command line runs itself on the pinned one, or says what to do.',
    source: 'docs/rulings.md R8.3',
  },
  {
    id: 'R8.4',
    sentence: 'For root, without a display, or without Electron, open says why and offers the browser desk.',
    source: 'docs/rulings.md R8.4',
  },
  {
    id: 'cli.stdio-client',
    sentence:
      'A client that starts `serve` as a server on its pipes is told at once, as its answer and in its log, that `mcp` is meant.',
  },
  {
    id: 'cli.hang-up',
    sentence:
      'A hang-up where there is no terminal has `serve` read its configuration again; what weakens still waits for a person.',
  },
  {
    id: 'package.recipes',
    sentence:
      'The recipes for containers, services and the registry of MCP say words that this version understands; a container has no rights that it does not need, and no port outside.',
  },
  {
    id: 'package.small',
    sentence:
      'The package of npm has at most 5 MB and brings at most 60 MB in 100 packages, all that it needs included.',
  },
  {
    id: 'package.opens',
    sentence:
      'Installed from its package alone, `countersign` opens the desk with the sample that works offline, and `countersign mcp` is its pipe.',
  },
  {
    id: 'cli.doctor',
    sentence:
      '`countersign doctor` and Settings, About, say what this machine has and lacks for all this, each with what to do; nothing is changed by it.',
  },
  {
    id: 'cli.ready',
    sentence:
      'serve --json prints one line with the address, the token’s file and the desk’s link, and ends cleanly on SIGTERM.',
  },
  {
    id: 'cli.configuration',
    sentence:
      'Whoever runs `serve` in a terminal is told there when a changed configuration has errors or waits for a person, once per change.',
    source: 'docs/rulings.md R2.1',
  },
  {
    id: 'cli.held',
    sentence:
      'A command that needs the data folder for itself says who has it, and what to do: stop that one, or where the desk does it; where the gateway of another folder has the database, it says that, and an agent is told so at once.',
    source: 'docs/rulings.md R3.1',
  },
  {
    id: 'cli.check',
    sentence:
      'check prints each problem with file, line and column, and exits 1 if there is an error, else 0.',
  },
  {
    id: 'cli.words',
    sentence: 'A command line that is not understood is answered with a sentence and exit code 2.',
  },
  {
    id: 'cli.compiled',
    sentence:
      'What Node compiled is kept for the next start only where no other user of the machine can put code: what is kept is run.',
    source: 'docs/security.md, What is trusted, and what is not',
  },
  {
    id: 'cli.faults',
    sentence:
      'What the system refuses (a folder, a port, a user’s name) is a sentence with what to do, also for the client of a pipe.',
  },
  {
    id: 'cli.npm',
    sentence: 'Started by npm the gateway ends with npm, and it finds its servers wherever npm has put them.',
  },
]
