import type { Requirement } from '../requirements.ts'

export const connectionsPromises: Requirement[] = [
  {
    id: 'R7.2',
    sentence:
      'Schemas of servers are bounded: local references only, limited size, depth and parts, bounded work to read them and to check a value.',
    source: 'docs/rulings.md R7.2',
  },
  {
    id: 'R6.4',
    sentence:
      'A sandbox keeps a program from writing files or from the network; where the system cannot, it is not started unless ifAvailable.',
    source: 'docs/rulings.md R6.4',
  },
  {
    id: 'R5.10',
    sentence:
      'A server may ask a person only while a call of it is open; secrets and addresses are refused; sampling and roots are unknown methods.',
    source: 'docs/rulings.md R5.10',
  },
  {
    id: 'connections.one-process',
    sentence: 'However often a server is started anew, and however many call it, it has one process.',
  },
  {
    id: 'connections.one-a-turn',
    sentence:
      'However many servers start at once, the gateway has turns for others between two of them: starting a program stands its thread still.',
    source: 'docs/rulings.md R3.4',
  },
  {
    id: 'connections.live',
    sentence:
      'A new configuration opens, closes and restarts only the connections whose way to their server changed.',
  },
  {
    id: 'connections.cached-tools',
    sentence: 'Tools that were seen before are known at once, and are replaced by what the server says.',
  },
  {
    id: 'connections.begin',
    sentence:
      'No server is started before the gateway has said that it is ready; calls that come earlier wait.',
  },
  {
    id: 'connections.rest',
    sentence: 'A rest connection shows its address, and is down when a place in it has no value.',
  },
  {
    id: 'connections.misbehaviour',
    sentence:
      'Invalid lines, late, repeated and unreadable answers, refusals over HTTP and unanswered calls cost that call alone, with a clear error.',
  },
  {
    id: 'connections.refused-tool',
    sentence:
      'A tool whose input schema is unusable, that has no name to be seen or one that another tool of its server has is left out, with the reason; the others stay.',
  },
  {
    id: 'call.completed',
    sentence:
      'A call that the server behind has completed is answered as completed, with its run, whatever parts its answer has.',
  },
  {
    id: 'connections.structured-output',
    sentence:
      'The answer of a tool that has done its work is completed, also where it does not fit its output schema, and says so.',
  },
  {
    id: 'connections.sse',
    sentence:
      'A server that speaks only the older HTTP with SSE is reached as well, with the declared headers.',
  },
  {
    id: 'connections.patience',
    sentence: 'A call over HTTP may stay silent for as long as its own time limit allows.',
  },
  {
    id: 'connections.eras',
    sentence: 'A server that speaks only the 2026-07-28 revision is reached as well.',
    source: 'docs/rulings.md R8.1',
  },
  {
    id: 'connections.written-keys',
    sentence:
      'A key that stands in a connection as it is (in a variable, a header, an argument or an address) is taken for a secret: it is redacted wherever its server repeats it, in errors and logs, in differences, in what is kept of them and in what ‘check’ says.',
    source: 'found by use: only values of variables and secrets were redacted',
  },
  {
    id: 'connections.oauth-anew',
    sentence:
      'A sign-in that is begun anew leaves what worked as it was until somebody has come back from it.',
  },
  {
    id: 'connections.oauth',
    sentence:
      'A server that asks for it gets a person signed in: in a browser, with what it hands out kept as secrets and renewed.',
  },
  {
    id: 'connections.idempotency-key',
    sentence:
      'A declared idempotency key goes with a tool call in its meta data, and as an argument where the tool takes it.',
  },
]
