import type { Requirement } from '../requirements.ts'

export const tryingPromises: Requirement[] = [
  {
    id: 'R1.7',
    sentence: 'People may fire the transitions of agents too, recorded as the person.',
    source: 'docs/rulings.md R1.7',
  },
  {
    id: 'trying.person',
    sentence:
      'What a person tries from the catalog goes through the same functions as an agent’s call, as that person, is audited with them as the actor, and is kept out of what is learnt from agents.',
    source: 'docs/rulings.md R1.1',
  },
  {
    id: 'trying.gates',
    sentence:
      'A gate holds for whoever tries something at the desk too: it asks in the inbox, and neither quorum nor ‘not whoever asked’ is passed over.',
    source: 'docs/rulings.md R5.1, R5.4',
  },
  {
    id: 'trying.shown',
    sentence:
      'Before a person’s call runs, the desk shows the literal call, what follows it, its risk and who is asked; what is not any more what was shown does not run.',
  },
  {
    id: 'trying.whole',
    sentence:
      'What a person tries is not sent while a field holds what is no value, in whichever way it is filled in; choices that look alike, such as 1 and "1", are told apart.',
  },
  {
    id: 'trying.once',
    sentence:
      'A preview is good for one press: the same call runs again only after somebody has looked again, in whichever window it was pressed.',
  },
  {
    id: 'trying.answer',
    sentence:
      'The answer of a call that a person makes is shown as people read it, and word for word as a model is sent it, with its tokens; a failure keeps its reason.',
  },
  {
    id: 'trying.long',
    sentence: 'A long call shows its progress and can be stopped; nobody else sees or stops it.',
  },
  {
    id: 'trying.step',
    sentence:
      'A person fires an agent’s step from the run, recorded as theirs; one that the run has moved past is refused and says so, and an agent that waits for the run learns of it.',
    source: 'docs/rulings.md R1.7',
  },
  {
    id: 'trying.small',
    sentence: 'Everything is tried in the smallest window, enlarged to 200 %, without scrolling sideways.',
  },
  {
    id: 'trying.again',
    sentence:
      'Another run like one that is there begins with its input and the definition of now, and says when that is not the one it ran by.',
  },
  {
    id: 'trying.rehearse',
    sentence:
      'A workflow is rehearsed without any effect, or run to its end or to a decision, with the result of each step.',
    source: 'seed 004; docs/rulings.md R6.2',
  },
]
