import type { Requirement } from '../requirements.ts'

export const livePromises: Requirement[] = [
  {
    id: 'live.watch',
    sentence:
      'Every file of a configuration is watched, included ones, missing ones and the workflows folder too, however an editor saves them.',
  },
  {
    id: 'live.words',
    sentence:
      'A change of words alone that nobody decides by (descriptions of workflows and tools, tags, aliases, examples, discovery, goals and guidance of states in which nobody is asked) comes into force by itself.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'live.labels',
    sentence:
      'A change of the words by which people decide (titles, what stands beside a button, names of fields, what a card says that its state is for), or of the order in which people choose, waits for a person.',
  },
  {
    id: 'live.rejected',
    sentence: 'A bad configuration never replaces a good one; it is on record and shown, and agents go on.',
  },
  {
    id: 'live.waits',
    sentence:
      'A change of more than words waits in the inbox as a difference, what no longer protects first; approved, it is in force at once, and running instances keep their definition.',
    source: 'docs/rulings.md R2.2, R2.4',
  },
  {
    id: 'proposal.effects',
    sentence:
      'Every effect of a proposed definition is listed with what stands before it; one that some way without a decision leads to says so.',
  },
  {
    id: 'proposal.fallback',
    sentence:
      'What runs when a step has failed is an effect of its own in the list and in the diagram, and its approval counts for nothing that runs without it.',
  },
  {
    id: 'proposal.always',
    sentence:
      'Only an approval without exceptions, and of what is never left out, counts as a decision before what follows; a proposed definition cannot hold an exception.',
  },
  {
    id: 'proposal.given',
    sentence:
      'What a proposed call is given (arguments, input, query, body) is listed with it; of headers the names.',
  },
  {
    id: 'proposal.titles',
    sentence:
      'The titles of a proposed definition are short, hold nothing that cannot be seen and no quotation marks; they and its guards are quotations where the desk tells what it can run. Its descriptions hold nothing that cannot be seen.',
  },
  {
    id: 'live.new-workflows',
    sentence:
      'A change of the files that adds a workflow tells everything that it can run, and whether a person decides before it.',
  },
  {
    id: 'proposal.no-unapproved',
    sentence:
      'A definition that an agent proposes cannot let a timeout go where a person would have to decide.',
  },
  {
    id: 'graph.all-ways',
    sentence: 'Every diagram shows where a timeout and a failure lead, and what runs on entering a state.',
  },
  {
    id: 'include.duplicate',
    sentence:
      'What a file of the folder `workflows/` declares a second time is a warning that names both files, and an error where it loosens; what is included by name is merged after it, and is a warning where it loosens what was included before.',
  },
  {
    id: 'pipe.killed',
    sentence:
      'A pipe whose gateway is killed before it connects starts another one until its time is up, and gives the words of its own attempt.',
  },
  {
    id: 'call.first-tools',
    sentence:
      'The first call on a new data folder waits, within a bound, for servers that have never said what they offer.',
  },
  {
    id: 'call.cut-off',
    sentence:
      'An agent whose gateway was killed in the middle of a call finds on the home page the run that was cut off, and the same single call again answers with that run until a person has said whether it happened.',
    source: 'docs/rulings.md R1.8, R4.7',
  },
  {
    id: 'call.drained',
    sentence:
      'A call that runs when the gateway is told to stop is answered with what came of it, within ten seconds.',
  },
  {
    id: 'cli.private-link',
    sentence:
      'The link of the browser desk stands in no argument of a process: the browser gets a file of this user that leads on.',
  },
  {
    id: 'weaker.route',
    sentence:
      'Whatever a run of a changed workflow can do, on whatever way, and could not do before with as few and no other people is named.',
  },
  {
    id: 'weaker.many-states',
    sentence:
      'A workflow may have thousands of states in a row, or hundreds that lead back: what a change of one of them loosens is named, and a change of something else is compared.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'weaker.who',
    sentence:
      'Whatever a client can have done by a changed configuration and could not, or with fewer or other people, earlier on the way as well, is named: whether rights, tags, people, gates, capabilities, workflows or those that they run have changed.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'weaker.freed',
    sentence:
      'What agents can run without a person, and could not, is named first: the call itself, where it is declared, and the way there.',
  },
  {
    id: 'weaker.renamed-connection',
    sentence:
      'A connection that is only called otherwise, wherever it is named, is one sentence; where anything else differs, or a condition reads which connection is called, all is named.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'weaker.renamed',
    sentence:
      'States, transitions, workflows and capabilities that are only called otherwise, or stand elsewhere, are no loss, nor are approvals that their connection asks for instead.',
  },
  {
    id: 'weaker.steps',
    sentence:
      'A decision of people that is put before a step, and a step of a list that is only called otherwise, are no loss, but where something follows that the run waits, fails or ends, or reads what became of its steps.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'weaker.renamed-rights',
    sentence:
      'A role, a permission or a queue that is called otherwise wherever it stands is one sentence, which says what becomes of what is open; where it also stands anywhere else, or its absence opens something, all that differs is named.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'weaker.choices',
    sentence:
      'Where people decide, a choice that runs nothing and that they no longer have is named, such as to refuse, whatever its state is called, and one after which nothing runs also where it asks for more now; it is of medium risk, as nothing more can run.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'weaker.elsewhere',
    sentence:
      'A call that a new import, or a new connection to the same program or address, makes possible is compared with the same call as it was; a connection or a prefix of tools that is called otherwise is compared with what it was.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'weaker.taken-names',
    sentence:
      'Where another server may answer under the name of a tool is named: by an import or a capability that comes first now, by a server that is new, or, of medium risk, as the one that had the name does not have it any more.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'weaker.given',
    sentence:
      'A secret, or a variable of the environment, that goes to a server or a program to which it did not is named with both, and a request without a person to an address that nothing reached is of high risk, though it only reads.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'weaker.repeated',
    sentence:
      'That a call may run more often, again after a crash, or another one in its place, is said in words, of a step and of a capability, and of what is new, held against the same call as it was.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'weaker.people',
    sentence:
      'A person more is of high risk: until they have a PIN, whoever sits at the desk and knows nobody’s can decide under that name.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'weaker.deciders',
    sentence:
      'Whether a queue says who gives an approval, or the approval itself, is no loss where the same people do; where others may, they are named.',
    source: 'docs/rulings.md R2.2, R5.4',
  },
  {
    id: 'weaker.lesser',
    sentence:
      'A call that is given less time, is asked about after a crash, or has its headers in other letters, and a higher risk, are no loss, but where something follows a failure, or reads the letters.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'weaker.last-step',
    sentence:
      'What the engine did by itself at the end of a workflow and no longer does is named, of medium risk where nobody waits for that end and nothing follows it.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'weaker.refused-start',
    sentence:
      'A workflow that refuses starts which it took is named where another one starts it and goes on after a failure; a step that names a connection or a workflow which the configuration has lost, or a connection that is switched off, runs nothing, and nothing follows, nor where another workflow waits for it.',
    source: 'docs/rulings.md R2.2, R2.4, R5.1',
  },
  {
    id: 'weaker.followed',
    sentence:
      'What asks more or other people, gives them less time or fewer choices, or locks a program in further is named where something follows it: the failure of a workflow or a call, the end of its time, or that a run stands in a state in which what it calls on entering did not run.',
    source: 'docs/rulings.md R2.2, R4.4',
  },
  {
    id: 'weaker.open-runs',
    sentence:
      'What open runs can do by a changed configuration is compared as they were declared when they began; a connection, a workflow or a client that is there again under a name that was gone is named with how many of them go on with it.',
    source: 'docs/rulings.md R2.2, R2.4',
  },
  {
    id: 'weaker.risk',
    sentence:
      'How grave a change of the configuration is follows from what can happen then, and its reason names the very thing.',
  },
  {
    id: 'weaker.unproven',
    sentence:
      'Whatever of a changed configuration or definition is neither words nor shown to be the same or stricter is named, as it is written, as something that may be weaker.',
  },
  {
    id: 'weaker.gestures',
    sentence:
      'What is new and is decided with fewer gestures, less proof or less time to take it back than the same call was is named as just that.',
    source: 'docs/rulings.md R2.2, R5.6',
  },
  {
    id: 'weaker.deadlines',
    sentence:
      'Where something can be approved later than before, that is named with both times, and is of medium risk.',
    source: 'docs/rulings.md R2.2, R5.5',
  },
  {
    id: 'weaker.bounds',
    sentence:
      'A condition whose bound of a number, or count of evidence, is stricter is no loss; one that is looser is named with what it checked and what it checks.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'live.difference',
    sentence: 'The difference of two configurations names every gate, guard, person and limit that is gone.',
    source: 'docs/rulings.md R2.2, R6.3',
  },
  {
    id: 'live.refused',
    sentence: 'What a person has refused is not asked again while its content stays the same.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'live.superseded',
    sentence: 'A newer change takes back the question about the one before it.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'live.seen',
    sentence: 'What comes into force is what the person saw, whatever the disk holds by then.',
    source: 'docs/rulings.md R2.2, R5.2',
  },
  {
    id: 'live.saved',
    sentence: 'What the desk saves is accepted by saving; what else has changed on the disk is not.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'live.rights',
    sentence:
      'People, clients and their rights are those of the configuration in force, for open sessions too.',
    source: 'docs/rulings.md R2.4',
  },
  {
    id: 'live.shown',
    sentence:
      'The desk shows which configuration is in force, who accepted it and when, and whether the files on the disk wait, were refused or have errors.',
    source: 'docs/rulings.md R2',
  },
  {
    id: 'live.connections',
    sentence: 'A new configuration opens, closes and restarts exactly the connections that it changes.',
    source: 'docs/rulings.md R2.4',
  },
  {
    id: 'live.remembered',
    sentence: 'A data folder remembers its configuration’s path and accepted content.',
    source: 'docs/rulings.md R2.1',
  },
  {
    id: 'live.path',
    sentence: 'Another configuration is refused, naming both, until a person accepts it.',
    source: 'docs/rulings.md R2.1',
  },
  {
    id: 'live.offline',
    sentence:
      'A change made while nothing ran waits, and what was accepted before is in force, unless a person vouches for it.',
    source: 'docs/rulings.md R2.1, R2.2',
  },
  {
    id: 'live.vouched',
    sentence: 'serve vouches for the configuration that it is started with.',
    source: 'docs/rulings.md R2.2',
  },
  {
    id: 'live.crash',
    sentence: 'An approval of a configuration survives the end of the process before it took effect.',
    source: 'docs/rulings.md R5.2',
  },
  {
    id: 'live.cached',
    sentence: 'Accepted tools are in the catalog at once at the next start, before any server has answered.',
    source: 'docs/rulings.md R5.3',
  },
  {
    id: 'live.changed',
    sentence:
      'A tool that changed, or is new since its connection was accepted, leaves the index, cannot be called (DEFINITION_CHANGED) and waits for a person with the difference; read-only hints count from the accepted definition alone.',
    source: 'docs/rulings.md R5.3',
  },
  {
    id: 'live.withdrawn',
    sentence:
      'A tool that goes back to what was accepted comes back by itself; nobody is asked about a tool whose server is not there any more.',
    source: 'docs/rulings.md R5.3',
  },
  {
    id: 'live.repinned',
    sentence:
      'A connection that a person has accepted as another one has its tools accepted with it, but for what of them waits or was refused; one that is only locked in further, or only called otherwise, is no other one.',
    source: 'docs/rulings.md R5.3',
  },
  {
    id: 'live.thread',
    sentence:
      "Files are read, checked and compared away from the gateway's thread and within a time limit: agents are answered meanwhile, and what takes too long is refused with a sentence.",
    source: 'docs/rulings.md R3.4',
  },
  {
    id: 'live.loaded-once',
    sentence:
      'What was read and checked to be looked at is not read and checked again to be saved, unless a file, what is in force, an open run or the environment is another one by then.',
  },
  {
    id: 'live.asked-once',
    sentence:
      'What a person has approved is not asked about again before it has come into force, whenever files or servers are looked at meanwhile.',
    source: 'found by a test: an approved configuration was asked about again, and withdrawn',
  },
]
