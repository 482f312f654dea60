import type { Requirement } from '../requirements.ts'

export const workflowPromises: Requirement[] = [
  {
    id: 'R2.6',
    sentence:
      'In the fields of what runs a program or sends a request `$.path` is filled in anywhere in a string; elsewhere only a whole string is a path; `{name}` templates exist in summaries and paths of requests only.',
    source: 'docs/rulings.md R2.6',
  },
  {
    id: 'R7.1',
    sentence:
      'A whole argument of a program that came from a value and begins with `-` is refused unless allowDash; the command is literal. No value leaves its segment of a path or the origin of its connection; a header with CR, LF or NUL is refused.',
    source: 'docs/rulings.md R7.1',
  },
  {
    id: 'R7.5',
    sentence:
      'explain keeps the array of transition names with the actors beside it; a name in several states answers all, and `state` narrows.',
    source: 'docs/rulings.md R7.5',
  },
  {
    id: 'R5.9',
    sentence:
      'A card’s sentence is the author’s; values stand in it as quotations only; of imported tools it has the connection and the id.',
    source: 'docs/rulings.md R5.9',
  },
  {
    id: 'workflow.paths',
    sentence:
      'Paths read arguments, context, input, workflow and output, elements of lists as [n] or .n; what is missing is null.',
  },
  {
    id: 'workflow.operators',
    sentence:
      'add, subtract, multiply, divide, set and concat nest freely; missing counts as 0; division by zero gives null.',
  },
  {
    id: 'workflow.growth',
    sentence:
      'A step that would write more than 8 million characters, or more than 500 levels, is refused with that sentence and changes nothing: no run grows until it cannot be saved.',
  },
  {
    id: 'workflow.prototypes',
    sentence: 'No path, mapping or expression reads or writes a prototype.',
  },
  {
    id: 'workflow.grammar',
    sentence:
      'Expressions have the operators and operands of the specification, and precedence ! before && before ||.',
  },
  {
    id: 'workflow.expression-problems',
    sentence:
      'A bad expression is found when it is parsed, with its column and a plain sentence; no text makes the parser throw or hang.',
  },
  {
    id: 'workflow.missing',
    sentence: 'In expressions a missing path is null, and ordering against null or across types is false.',
  },
  {
    id: 'workflow.patterns',
    sentence:
      'Patterns match as in ECMAScript, in linear time; what cannot be linear is refused with a reason.',
    source: 'docs/rulings.md R7.2',
  },
  {
    id: 'workflow.guards',
    sentence:
      'permission, role, expr, evidence, fired, allOf, anyOf and not decide as specified; all guards are evaluated in order.',
  },
  {
    id: 'workflow.fired',
    sentence:
      'A run keeps of each step that a guard of its workflow speaks of who fired it last, when and how often; it counts when the run has moved on by it, and nothing is kept of other steps.',
  },
  {
    id: 'workflow.guard-reasons',
    sentence: 'Each guard says in a sentence why it passed or failed, with the values that it saw.',
  },
  {
    id: 'workflow.guards-ahead',
    sentence:
      'A guard that is looked at before its time says nothing that a value, what is stored or the time may still change; who calls is known.',
    source: 'docs/contributing.md, A guard',
  },
  {
    id: 'workflow.guard-unreadable',
    sentence: 'A guard that cannot be read or decided fails, also inside `not`.',
  },
  {
    id: 'workflow.distinct',
    sentence: 'A distinct evidence requirement counts different people, and only people.',
    source: 'docs/rulings.md R5.7',
  },
  {
    id: 'workflow.schema-defaults',
    sentence: 'Defaults of a schema are filled in at any depth, in a copy.',
  },
  {
    id: 'workflow.schema-violations',
    sentence:
      'Each violation is a row of path, message and expected, from which a model can repair its call.',
  },
  {
    id: 'workflow.schema-standard',
    sentence:
      'Values fit and do not fit as the standard says (drafts 2020-12 and 07): compared with another engine over random schemas.',
  },
  {
    id: 'workflow.schema-usable',
    sentence:
      'A schema is refused with a reason if it is invalid, refers elsewhere, is too large or has a pattern that could hang.',
    source: 'docs/rulings.md R7.2',
  },
  {
    id: 'workflow.plan',
    sentence:
      'A step is resolved with all its fallbacks and branches before anything runs; what is resolved is JSON and holds no secret.',
    source: 'docs/rulings.md R5.2',
  },
  {
    id: 'workflow.literal-call',
    sentence:
      'The text of a call shows exactly what runs: quoted where it could be misread, invisible characters written out.',
  },
  {
    id: 'workflow.explain',
    sentence:
      'explain answers in the shape of seed 000: states and terminals, or one transition in full, secrets never shown.',
  },
  {
    id: 'workflow.cancel-reason',
    sentence: 'Whoever looks at a cancelled run reads the reason that was given for it.',
  },
  {
    id: 'workflow.explain-now',
    sentence:
      'explain of one transition of a run says whether the caller may fire it now, why not, and what each of its guards says; where its call lacks a value, which one, and where it comes from; and of a tool that its server does not list, that.',
  },
  {
    id: 'workflow.explain-instance',
    sentence:
      'explain of a running instance says what is allowed now, for each guard whether it passes and why, and what is waited for.',
  },
  {
    id: 'workflow.preview',
    sentence:
      'A preview names the literal call, the possible next states, the steps that then run by themselves, and where it stops.',
  },
  {
    id: 'workflow.preview-approximate',
    sentence:
      'A preview says of each step whether it depends on a result that is not there yet, and shows all ways that a result may choose.',
  },
  {
    id: 'workflow.preview-true',
    sentence: 'What a preview says with certainty is what the engine then does.',
  },
  {
    id: 'workflow.preview-bounded',
    sentence: 'Cycles and long chains do not keep a preview from ending.',
  },
  {
    id: 'workflow.because',
    sentence: 'Each item says which rule or actor asked.',
  },
  {
    id: 'workflow.tone',
    sentence: 'The first outcome approves and one named like a refusal refuses.',
  },
  {
    id: 'kinds.home',
    sentence:
      'What is known of a kind of executor, guard, inbox item or audit event stands in its home at each layer; nobody else asks for the kind.',
  },
  {
    id: 'kinds.described',
    sentence:
      'A call reads the same when it is read back from the log or a claim; one that cannot is shown as data.',
  },
  {
    id: 'kinds.proposed',
    sentence: 'Each kind of executor says how a workflow that an agent proposes may hold it.',
    source: 'docs/rulings.md R6.3',
  },
  {
    id: 'kinds.asked',
    sentence: 'Each kind of inbox item is asked for by a part of the runtime or of the gateway.',
    source: 'docs/contributing.md',
  },
  {
    id: 'kinds.documented',
    sentence:
      'Each kind of guard and of executor stands in its chapter of the page on the configuration, and each kind of inbox item in the ruling that lists them.',
    source: 'docs/contributing.md',
  },
  {
    id: 'kinds.fields',
    sentence:
      'Whatever an executor of any kind declares is read by whoever decides whether it may run, and explained as it is written, of environments and headers the names; where a path is filled in, whoever edits or checks it is shown it; and it says what happens where something runs.',
    source: 'docs/contributing.md, An executor',
  },
  {
    id: 'kinds.repeats',
    sentence:
      'Each kind of executor says whether its calls only read, and whether they may run again without anybody asked; where that is for its author to say, it can be declared.',
    source: 'docs/contributing.md, An executor',
  },
  {
    id: 'kinds.said',
    sentence:
      'What a kind of executor says of a call holds of it: what it does is told by what it holds, a rule calls a value by the argument that it is and leaves out none that was filled in, and knows which names in it an agent may choose.',
    source: 'docs/contributing.md, An executor',
  },
  {
    id: 'kinds.runs',
    sentence:
      'Each kind of executor records what it says that it records, results in what `check` knows of its result, and changes nothing where it says that it only reads.',
    source: 'docs/contributing.md, An executor',
  },
  {
    id: 'kinds.does',
    sentence:
      'An executor acts, save the three kinds that the engine carries out itself: no other kind can say that it does what one of these does.',
    source: 'docs/contributing.md, An executor',
  },
  {
    id: 'kinds.unknown',
    sentence:
      'A stored guard or executor of a kind that this version does not know is refused by the name of the kind.',
  },
  {
    id: 'names.nouns',
    sentence: 'Types are nouns: none is called by a participle or an adverb alone.',
  },
  {
    id: 'names.references',
    sentence: 'A comment cites only rulings, promises and files that are in the repository.',
  },
  {
    id: 'names.pages',
    sentence: 'Every path that the map, the page for contributors and the README name exists.',
  },
  {
    id: 'runtime.memory',
    sentence:
      'What the runtime keeps in memory is listed with what becomes of it when the gateway ends; all that decides what runs is in the store.',
  },
  {
    id: 'runtime.whose',
    sentence:
      'What is claimed, due, asked on behalf of an open call or about to be told names the gateway that goes on with it, and is recovered by that one, or when that one is gone; what names none is recovered by whichever starts.',
  },
]
