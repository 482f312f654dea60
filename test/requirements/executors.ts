import type { Requirement } from '../requirements.ts'

export const executorsPromises: Requirement[] = [
  {
    id: 'launch.nothing-else',
    sentence:
      'A program that is started gets its three pipes and nothing else that is open in the gateway, also in the app, where Chromium leaves its connections and files open for whatever is started.',
    source:
      'found by use: a server held the connection of the window, whose crash nobody was told; docs/security.md',
  },
  {
    id: 'R2.3',
    sentence:
      'Values of environment variables and secrets appear only where a connection is opened; children get a fixed safe environment plus what is declared; known secrets are redacted from outputs, errors and log tails.',
    source: 'docs/rulings.md R2.3',
  },
  {
    id: 'R7.3',
    sentence:
      'A stdio server may send messages of up to 64 MiB; beyond, calls in flight fail with an unknown effect and the reason.',
    source: 'docs/rulings.md R7.3',
  },
  {
    id: 'connections.discovery',
    sentence: 'Tools are listed at start, all pages, and again when the server says that they changed.',
  },
  {
    id: 'connections.background',
    sentence: 'A server that is slow or down does not delay the start; a call made meanwhile waits for it.',
  },
  {
    id: 'connections.down',
    sentence:
      'A connection that cannot be opened shows as down, with a sentence that says why and what to do.',
  },
  {
    id: 'connections.degraded',
    sentence:
      'A server that answers but does not list its tools shows as degraded and is asked again; what is known of it from before stays callable, and that is said.',
  },
  {
    id: 'connections.backoff',
    sentence: 'A connection that is down is tried again after 1 s, doubling up to 60 s, with jitter.',
  },
  {
    id: 'connections.folder',
    sentence:
      'A server without a workingDirectory runs in the folder of the main file; never where the gateway happened to be started.',
    source: 'docs/seeds.md 326',
  },
  {
    id: 'connections.reconnect',
    sentence: 'A server that dies is started or reached again by itself, and its tools stay known meanwhile.',
  },
  {
    id: 'connections.restart',
    sentence: 'A person can restart a connection; the old process is gone before the new one is used.',
  },
  {
    id: 'connections.lost-call',
    sentence: 'A call whose connection is lost fails at once as a connection error with an unknown effect.',
    source: 'docs/rulings.md R4.7, R7.3',
  },
  {
    id: 'connections.refused-call',
    sentence:
      'A call that a server answers with an error of the protocol may have taken effect, unless that error is about what was asked for.',
    source: 'docs/rulings.md R4.8',
  },
  {
    id: 'connections.no-capabilities',
    sentence:
      'Servers are offered neither sampling nor roots, and elicitation only where a person can be asked.',
    source: 'docs/rulings.md R5.10',
  },
  {
    id: 'connections.progress',
    sentence: 'Progress of a tool call is passed on.',
  },
  {
    id: 'connections.cancellation',
    sentence: 'A cancelled or timed-out tool call is cancelled at its server.',
  },
  {
    id: 'connections.failures',
    sentence: 'Failures of tool calls carry their class and whether the effect may have happened.',
  },
  {
    id: 'connections.banner',
    sentence: 'Text that a stdio server prints between its messages goes to its log and breaks nothing.',
    source: 'robustness against real servers',
  },
  {
    id: 'connections.framing',
    sentence: 'Messages over pipes are read correctly however the bytes arrive.',
    source: 'Model Context Protocol, stdio transport',
  },
  {
    id: 'connections.close',
    sentence: 'Closing the gateway ends every server it started, with all that those started.',
  },
  {
    id: 'connections.cli',
    sentence: 'A cli connection shows as healthy when its program can be found, and as down otherwise.',
  },
  {
    id: 'connections.http',
    sentence: 'MCP servers are reached over Streamable HTTP with the declared headers.',
  },
  {
    id: 'connections.run-as-node',
    sentence: 'Inside Electron, its own binary is told to be Node when a connection starts it.',
  },
  {
    id: 'connections.import',
    sentence:
      'Imported tools become capabilities with title, description, schemas, tags, aliases and the read-only hint.',
    source: 'seed 002',
  },
  {
    id: 'connections.import-clash',
    sentence:
      'Two tools with one id are both kept under distinct ids, with a warning on the page of the server; `check` warns of a prefix under which that may be.',
  },
  {
    id: 'R4.11',
    sentence:
      "A tool's content blocks are passed on as they are; output and evidence hold references to images and files only.",
    source: 'docs/rulings.md R4.11',
  },
  {
    id: 'cli.no-shell',
    sentence: 'Programs run without a shell: an argument arrives as it is, whatever characters it holds.',
  },
  {
    id: 'cli.run',
    sentence: 'A program gets its working directory and its input, which it may ignore.',
  },
  {
    id: 'cli.folder',
    sentence:
      'A program runs in its workingDirectory, counted from the folder of the main file, or in that folder; never where the gateway happened to be started.',
    source: 'docs/seeds.md 326',
  },
  {
    id: 'cli.programs',
    sentence: 'A bare command is looked up in the folder programs/ beside the configuration, then in PATH.',
  },
  {
    id: 'cli.exit-code',
    sentence:
      'An exit code other than 0 fails the transition unless treatNonZeroAsFailure is false; a killed program has an unknown effect.',
  },
  {
    id: 'cli.not-found',
    sentence: 'A program that cannot be started fails with a sentence that says why; nothing has happened.',
  },
  {
    id: 'cli.tree',
    sentence: 'The whole process tree dies when a call is cancelled or times out.',
  },
  {
    id: 'cli.left-over',
    sentence: 'What a program leaves running does not keep its transition waiting.',
  },
  {
    id: 'cli.output-cap',
    sentence: 'stdout and stderr are capped at 1 MiB each, and the output says what is left out.',
  },
  {
    id: 'cli.no-text',
    sentence: 'Where a program has printed bytes that are no text, the output says so.',
  },
  {
    id: 'cli.idempotency-key',
    sentence: 'A program gets the key of its step as IDEMPOTENCY_KEY.',
  },
  {
    id: 'rest.request',
    sentence:
      'A request is its declared method, address, headers and body; headers of the connection are added where it is sent, but for those that the request has itself.',
  },
  {
    id: 'rest.path',
    sentence:
      '{name} and $.path in a path are filled in from arguments, context and input, each value encoded within its segment; one that is missing refuses the call.',
  },
  {
    id: 'rest.query',
    sentence: 'Query parameters are encoded; a list repeats its parameter, and what is missing is left out.',
  },
  {
    id: 'rest.body',
    sentence:
      'A body is sent as JSON; as the text that it is where a content type is declared; and as a form for a form.',
  },
  {
    id: 'rest.idempotency-key',
    sentence: 'A request carries the key of its step as the header Idempotency-Key.',
  },
  {
    id: 'rest.output',
    sentence:
      'The output of a request is status, headers that log nobody in, and the body: JSON parsed, text as text, other bytes as their type and number.',
  },
  {
    id: 'rest.no-text',
    sentence:
      'Where a body that is said to be text has bytes that are none, the output says so: behind a text, or as `note` beside JSON.',
  },
  {
    id: 'rest.output-cap',
    sentence: 'A body is read up to 1 MiB, and the output says that it was cut.',
  },
  {
    id: 'rest.failures',
    sentence:
      '408, 425 and 5xx are transient, 429 is a rate limit, every other refusal is final; after a 5xx other than 503 the effect may have happened.',
  },
  {
    id: 'rest.retry-after',
    sentence: 'Retry-After is understood in seconds and as a date.',
  },
  {
    id: 'rest.no-answer',
    sentence:
      'A request without an answer is a connection error; its effect is unknown only if it has one and may have arrived.',
  },
  {
    id: 'rest.stop',
    sentence: 'A request ends when its attempt takes too long or its call is cancelled.',
  },
  {
    id: 'rest.redirect',
    sentence:
      'Redirections are followed at most five times: 303, and 302 on the same server after a POST, fetch the result with GET; 307 and 308 repeat the request. A request with an effect that is answered with 301, or with 302 (but for a POST on the same server), counts as failed, and may have happened: what is read there says nothing of it, and nothing is sent there.',
  },
  {
    id: 'result.bounded',
    sentence:
      'What a tool answers beyond 8 MiB is answered as completed with its body cut, and says so; a message of up to 64 MiB that is too long to be read still answers its call.',
  },
  {
    id: 'client.bounded',
    sentence:
      'Sessions and bodies of requests are bounded for each client: who opens or sends too much gives up its own oldest or is told so, and never costs another client a session, memory or time.',
  },
  {
    id: 'rest.redirect-resolved',
    sentence:
      'A redirect to another server is judged by the addresses to which its name leads, at every hop, and connects to those that were judged; what the configuration names as a baseUrl stays allowed.',
  },
  {
    id: 'attention.rule-climbs',
    sentence:
      'A suggested rule lets no way to the folder above through, judged by parts of a path; where such a value was approved, it lets through only those values that were.',
  },
  {
    id: 'rest.redirect-origin',
    sentence:
      'To another server only reads are redirected, without any credential, not from https to http, and not from outside into the network; a request with an effect is not sent there.',
  },
  {
    id: 'limits.concurrency',
    sentence: 'A connection carries as many calls at once as it declares; the others wait in their order.',
  },
  {
    id: 'limits.stop',
    sentence: 'A call that is stopped while it waits for its turn leaves the queue, and nothing was done.',
  },
  {
    id: 'limits.breaker',
    sentence:
      'After a declared number of failures in a row a connection is left alone for its time; then one call tries it.',
  },
  {
    id: 'limits.seen',
    sentence: 'The desk shows which connection is left alone, since when and until when.',
  },
  {
    id: 'limits.closed-by-hand',
    sentence: 'Whoever restarts a connection by hand lets calls through again at once.',
  },
  {
    id: 'limits.live',
    sentence: 'Limits follow the configuration, also for calls that wait already.',
  },
  {
    id: 'gates.every-route',
    sentence:
      'A gate holds for every call that reaches the same tool, program with its first words, or request, on whatever way.',
    source: 'docs/rulings.md R5.1',
  },
  {
    id: 'gates.read-only',
    sentence:
      'A gate with unlessReadOnly leaves out what only reads: by the pinned definition, our own declaration of exactly this call, or the HTTP method where no header names another one.',
    source: 'docs/rulings.md R5.3',
  },
  {
    id: 'mcp.call',
    sentence: 'A tool call answers with output, evidence of kind tool_result and the original content.',
  },
  {
    id: 'mcp.output',
    sentence: 'The output of a tool call is its structured content, else its text as JSON, else {text}.',
  },
  {
    id: 'mcp.is-error',
    sentence: "isError fails the transition with the server's words.",
  },
  {
    id: 'noop.answer',
    sentence: 'noop returns its arguments.',
  },
  {
    id: 'executors.kind',
    sentence: 'An executor that is handed a call of another kind reports a bug and runs nothing.',
    source: 'src/main/runtime/ports.ts, Executor',
  },
]
