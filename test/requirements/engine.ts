import type { Requirement } from '../requirements.ts'

export const enginePromises: Requirement[] = [
  {
    id: 'doubt.goes-on',
    sentence:
      'Where a person says how a run in doubt goes on, what follows is told as after any approval: a step that fails then is said to whoever decided, and pictures and files wait for whoever had asked.',
    source: 'docs/rulings.md R4.7',
  },
  {
    id: 'R4.1',
    sentence:
      'start checks guards, fills defaults, validates and creates at version 1; the version rises by one with every committed transition, self-loops and onEnter included.',
    source: 'docs/rulings.md R4.1',
  },
  {
    id: 'R4.2',
    sentence:
      'The status of an answer follows the ruling: started, executed, waiting_for_action; terminal ones override; isError for rejected and failed only.',
    source: 'docs/rulings.md R4.2',
  },
  { id: 'R4.3', sentence: 'rel is the name of the transition.', source: 'docs/rulings.md R4.3' },
  {
    id: 'runtime.facts',
    sentence:
      'What guards rest on in the store is still so when the step that they let pass begins, whoever changes it meanwhile; where it is not, they are evaluated again. A step that has begun is not asked again, and its answer offers what a look right after it does.',
    source: 'docs/contributing.md, A guard',
  },
  {
    id: 'run.wait-cause',
    sentence:
      'What keeps a run from going on is judged once, and lists, explanations and answers agree in it.',
  },
  {
    id: 'runtime.holds-through',
    sentence:
      'A call that is held follows what it asked for from one gate, or one run, to the next, and tells all that ran; it is held no longer than for one of them.',
    source: 'docs/rulings.md R4.6',
  },
  {
    id: 'runtime.waits-apart',
    sentence: 'Of calls that wait for people, a decision has only those look again that wait for it.',
  },
  {
    id: 'R4.4',
    sentence:
      'What is still to do is written with the transition; an onEnter that fails leaves the state entered and offers a link that retries it.',
    source: 'docs/rulings.md R4.4',
  },
  {
    id: 'engine.asker-kept',
    sentence:
      'What goes on by itself after a stop or a crash goes on for whoever asked: with their rights, and without their approval where who asked may not approve.',
    source: 'docs/rulings.md R4.4, R5.4',
  },
  {
    id: 'R4.5',
    sentence:
      'A deterministic transition cannot be submitted, except as the recovery link of a chain that failed at this version.',
    source: 'docs/rulings.md R4.5',
  },
  {
    id: 'R4.6',
    sentence:
      'Human executors park; any other transition, a cancellation or a timeout withdraws what is parked.',
    source: 'docs/rulings.md R4.6',
  },
  {
    id: 'R4.7',
    sentence: 'An unfinished claim is run again only if that is safe; else a person is asked.',
    source: 'docs/rulings.md R4.7',
  },
  {
    id: 'R4.9',
    sentence: 'A cancelled run keeps the name of its state and is closed.',
    source: 'docs/rulings.md R4.9',
  },
  {
    id: 'R4.10',
    sentence:
      'Starting a capability runs at once with arguments; without them only if nothing is required and it is read-only.',
    source: 'docs/rulings.md R4.10',
  },
  {
    id: 'R5.2',
    sentence: 'A decision holds only for exactly what the person saw.',
    source: 'docs/rulings.md R5.2',
  },
  {
    id: 'R5.7',
    sentence: 'Evidence of approvals is written by the engine, for human principals only.',
    source: 'docs/rulings.md R5.7',
  },
  {
    id: 'R1.6',
    sentence: 'Runs belong to the client that started them; another one gets WORKFLOW_NOT_FOUND.',
    source: 'docs/rulings.md R1.6',
  },
  {
    id: 'R1.8',
    sentence: 'At most 100 items of one client wait; an identical repeated request returns the same item.',
    source: 'docs/rulings.md R1.8',
  },
  {
    id: 'who.share',
    sentence:
      'Without a token, what waits is limited for each name and each connection, within a limit for all; a reconnect or a restart gives no new share.',
  },
  {
    id: 'who.turned-away',
    sentence:
      'The desk says which agents were turned away and how often, the last fifty of them, until it is dismissed or ten minutes have gone.',
  },
  {
    id: 'who.says',
    sentence:
      'A client that takes the name of a declared one, or one drawn like it, without its token is shown as “says it is ‘name’”.',
  },
  {
    id: 'who.removed',
    sentence: 'What a client asked for that has been removed since says so on its card.',
    source: 'docs/rulings.md R2.4',
  },
  {
    id: 'who.audited',
    sentence: 'Audit events of an agent carry its client and whether a token proved it.',
  },
  {
    id: 'item.bounded',
    sentence:
      'What waits for a person is at most 1 MiB, or what is configured; more is refused with the size, the limit and what to do.',
  },
  {
    id: 'item.refusable',
    sentence: 'An item of any size can be refused.',
  },
  {
    id: 'engine.stale',
    sentence: 'A submit with another version is rejected with STALE_WORKFLOW_VERSION and all legal links.',
    source: 'seed 003',
  },
  {
    id: 'engine.actor',
    sentence: 'No agent fires a human transition.',
    source: 'seed 000',
  },
  {
    id: 'engine.draining',
    sentence:
      'A gateway that is about to stop answers GATEWAY_DRAINING, begins nothing new, and still tells; its end waits for what runs.',
    source: 'docs/rulings.md R3.2',
  },
  {
    id: 'engine.once',
    sentence: 'Of any number of concurrent submits with one version exactly one reaches the executor.',
  },
  {
    id: 'engine.failure',
    sentence: 'An executor failure leaves state and version as they were.',
  },
  {
    id: 'engine.chain',
    sentence: 'Deterministic transitions run by themselves, each step persisted and listed.',
    source: 'seed 003',
  },
  {
    id: 'engine.branches',
    sentence: 'The first branch whose guard passes decides the target; else the declared one.',
    source: 'seed 003',
  },
  {
    id: 'engine.timeout',
    sentence: 'A passed deadline is applied on the next get or submit, and woken for.',
    source: 'seed 003',
  },
  {
    id: 'engine.wait',
    sentence: 'workflow.get with waitMs returns as soon as a person has decided.',
  },
  {
    id: 'links.wait',
    sentence:
      'Wherever a run waits for a person, another run or its own step, the answer has a link to workflow.get that waits as long as a call is held open.',
  },
  {
    id: 'links.remedy',
    sentence:
      'A start that is refused, for what it was given or for a name that is not known, links to the description of what was meant, as far as the caller may see it.',
    source: 'seed 000, Even error responses include links',
  },
  {
    id: 'engine.audit',
    sentence: 'Every step is audited in the same transaction, in an unbroken chain.',
  },
  { id: 'engine.examples', sentence: 'The examples of the seeds load and run.', source: 'seeds 002 and 003' },
  {
    id: 'engine.prefill',
    sentence: 'Links carry prefilled arguments from context and input.',
    source: 'seed 003',
  },
  {
    id: 'engine.link-filter',
    sentence:
      'linkFilter byGuards hides links whose guards fail, and those whose call lacks a value; where all are shown, such a link says so.',
  },
  {
    id: 'engine.retry',
    sentence:
      'A declared retry is tried again for the classes that it names, up to its number of attempts, each retry audited as it happens.',
  },
  {
    id: 'engine.pauses',
    sentence:
      'While a step waits for its next attempt, or for a free place at its connection, that is said instead of “running”, with the time and the last error.',
  },
  {
    id: 'engine.retry-after',
    sentence:
      '`Retry-After` is honoured: no attempt comes earlier, and none comes at all if it would have to wait longer than maxDelayMs.',
  },
  {
    id: 'engine.backoff',
    sentence:
      'The pause between attempts grows as declared, never beyond maxDelayMs, and jitter only shortens it, by half at most.',
  },
  {
    id: 'engine.attempt-timeout',
    sentence: 'An attempt that takes longer than its timeoutMs is stopped, and counts as a timeout.',
  },
  {
    id: 'engine.idempotency-key',
    sentence:
      'One key goes with all attempts and fallbacks of a submit and with its repetition after a crash; every other step has another.',
  },
  {
    id: 'engine.cancel-attempts',
    sentence: 'A cancelled call ends the attempt and the waiting between attempts; nothing follows.',
  },
  {
    id: 'engine.fallback',
    sentence: 'Fallbacks are taken in order until one succeeds; the claim names the call before it runs.',
  },
  {
    id: 'engine.parallel',
    sentence:
      'Branches run at once, at most so many, each under its own policy, and answer by name; `any` stops the others at the first success.',
  },
  {
    id: 'engine.parallel-partial',
    sentence: 'Where a parallel step fails, it says what became of every branch.',
  },
  {
    id: 'R4.8',
    sentence:
      'A deadline during an execution stops it; what may have happened is recorded as uncertain before the timeout applies.',
    source: 'docs/rulings.md R4.8',
  },
  {
    id: 'engine.on-timeout',
    sentence:
      'The executor of onTimeout runs when its target has been entered, and can be tried again when it has failed.',
  },
  {
    id: 'engine.far-deadline',
    sentence: 'A deadline further away than timers reach is kept all the same.',
  },
  {
    id: 'engine.system',
    sentence:
      'A system transition is fired by the engine alone, as soon as its guards pass while the run rests; never a link, never submitted.',
  },
  {
    id: 'engine.evidence',
    sentence:
      'Evidence that a transition declares is recorded with its completion, by whoever fired it; kinds of the engine are refused.',
  },
  {
    id: 'engine.reads-once',
    sentence:
      'A single call that only reads is written once, with what it came to, or as begun as soon as it lasts or somebody is about to name it; after a crash it is in the log, or was never answered.',
  },
  {
    id: 'engine.crash-points',
    sentence:
      'A process that is killed before or after any durable step loses nothing and does nothing twice; what is uncertain is asked.',
  },
  {
    id: 'time.undo-window',
    sentence:
      'What was decided can be taken back for its full length, whatever the clock is set to meanwhile, and runs when that is over.',
  },
  {
    id: 'time.deadline',
    sentence:
      'A deadline ends when the wall clock or the one that nobody can set says so; what is shown of it is by the clock as it is now.',
  },
  {
    id: 'time.given-back',
    sentence:
      'Time that is given back to a run stays with it, also where a step of it is under way, and of decisions that can be taken back at once it comes back once; what waits in it for people and ends with it does not end before, and says when that is.',
    source: 'docs/rulings.md R4.8',
  },
  {
    id: 'time.at-once',
    sentence:
      'When the clock was set, or the computer slept, what people see is right within two seconds, and what is over ends then.',
  },
  {
    id: 'engine.clock-jumps',
    sentence:
      'A clock that is set back makes nothing early, one that is set forward is noticed within seconds, and pauses and timeouts of attempts do not depend on it.',
  },
  {
    id: 'engine.stood-still',
    sentence:
      'After the gateway stood still, what people and agents have sent meanwhile is heard before anything begins whose time has come, so that what was taken back in time does not run.',
  },
  {
    id: 'gates.composed',
    sentence:
      'Gates and their exceptions are judged where the transaction that begins a call is put together, whatever was loaded since an earlier look; what it writes is that judgement.',
    source: 'docs/rulings.md R5.1',
  },
]
