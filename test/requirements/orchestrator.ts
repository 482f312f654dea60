import type { Requirement } from '../requirements.ts'

export const orchestratorPromises: Requirement[] = [
  {
    id: 'child.output',
    sentence:
      'A step that runs another workflow completes with the final context of that workflow; both are linked in the audit.',
  },
  {
    id: 'child.parked',
    sentence: 'A run that waits for another one says for which, and for which person that one waits.',
  },
  {
    id: 'child.start',
    sentence: 'A workflow is run as a step only if its guards and its schema allow it to whoever asked.',
    source: 'docs/rulings.md R1.7',
  },
  {
    id: 'child.depth',
    sentence: 'At most ten workflows stand above one another.',
  },
  {
    id: 'child.failed',
    sentence: 'A run that failed, timed out or was cancelled fails the step that waits for it.',
  },
  {
    id: 'child.uncertain',
    sentence:
      'Where a run, or a call before it, may have had an effect, the step that waited for it says so, and so do the fallback that is asked for and its refusal.',
    source: 'docs/rulings.md R4.8, R5.1',
  },
  {
    id: 'child.cascade',
    sentence: 'What ends a run, or takes it another way, ends the runs of its steps.',
    source: 'docs/rulings.md R4.6',
  },
  {
    id: 'child.left',
    sentence:
      'Whoever waits for a step that runs another workflow, and that somebody has left for another way, is told that nothing came of it; where it was a step of the engine, what has failed since.',
    source: 'docs/rulings.md R4.6',
  },
  {
    id: 'child.crash',
    sentence: 'After a crash a run whose child has ended goes on once, and one whose child still runs waits.',
    source: 'docs/rulings.md R4.6',
  },
  {
    id: 'steps.kinds',
    sentence:
      'A workflow of steps runs them in their order, leaves out those whose condition does not hold, and runs groups at once; what became of each stands in its context.',
  },
  {
    id: 'steps.approve',
    sentence: 'A step may ask a person; refused, the workflow ends.',
  },
  {
    id: 'steps.failure',
    sentence: 'A failed step aborts the workflow, is gone on without, or is tried again, as it says.',
    source: 'seed 004 Step Failures',
  },
  {
    id: 'orchestrator.run',
    sentence: 'run_workflow answers with exactly the fields of seed 004.',
    source: 'seed 004 run_workflow, docs/rulings.md R6.1',
  },
  {
    id: 'R6.2',
    sentence:
      'run_workflow fires deterministic steps only and answers partial with the links at a decision; a proposed definition waits for a person.',
    source: 'docs/rulings.md R6.2',
  },
  {
    id: 'R6.3',
    sentence:
      'A proposed definition names declared connections and capabilities only, holds no command, address or variable, and says first what it no longer protects.',
    source: 'docs/rulings.md R6.3',
  },
  {
    id: 'orchestrator.timeout',
    sentence: 'A run that exceeds its time, or whose call is cancelled, is cancelled with its processes.',
    source: 'seed 004 Timeout',
  },
  {
    id: 'orchestrator.parallel-limit',
    sentence: 'parallel_limit caps every group of the run, and of the runs of its steps; the default is 4.',
    source: 'seed 004, docs/rulings.md R6.1',
  },
  {
    id: 'orchestrator.dry-run',
    sentence: 'A dry run validates parameters, rights and graph, and plans without an effect.',
    source: 'seed 004 dry_run',
  },
  {
    id: 'orchestrator.rights',
    sentence: 'Guards and tags of the caller hold for everything that the orchestrator does for it.',
    source: 'seed 004 Access Control, docs/rulings.md R1.6',
  },
  {
    id: 'orchestrator.found',
    sentence: 'The four are capabilities that search finds; the tools stay seven.',
  },
  {
    id: 'orchestrator.list',
    sentence: 'list_workflows lists definitions by tag, with the open runs that the caller may see.',
    source: 'seed 004 list_workflows',
  },
  {
    id: 'orchestrator.create',
    sentence:
      'create_workflow validates, waits for a person where an agent proposes, saves into workflows/, and does nothing for what is there already.',
    source: 'seed 004 create_workflow',
  },
  {
    id: 'orchestrator.path',
    sentence:
      'A workflow may be named by its path only if that leads, links included, to a loaded file of workflows/.',
    source: 'docs/rulings.md R6.1',
  },
  {
    id: 'orchestrator.cancelled',
    sentence:
      'Whoever waits for a run that is cancelled while a step of it executes is told that it has ended and why, and is offered no way on.',
  },
  {
    id: 'orchestrator.cancel',
    sentence: 'cancel_workflow ends a run of the caller and what it executes; twice is the same as once.',
    source: 'seed 004 cancel_workflow',
  },
  {
    id: 'orchestrator.own-log',
    sentence: 'A call of run_workflow takes no longer because others have written much to the log before.',
  },
  {
    id: 'orchestrator.crash',
    sentence: 'A call of run_workflow that a crash cut off finds its run again and starts none twice.',
  },
]
