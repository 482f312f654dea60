/** What the commands read alike of their lines. Any Node can load it. */
import { listWith } from '../workflow/wording/listing.ts'

/** What is wrong with a command line, as a sentence. */
export class LineProblem extends Error {}

/** Null: it is not named. */
export interface NamedWorkspace {
  config: string | null
  data: string | null
}

/** The value of an option; null: it is not there. */
export type Read = (option: string) => string | null

/** @throws LineProblem */
export function requireData({ config, data }: NamedWorkspace): void {
  if (config !== null && data === null) throw new LineProblem('--config needs --data here.')
}

/** What stands behind the option. @throws LineProblem unless it is one of these */
export function choiceOf<Choice extends string>(
  option: string,
  choices: readonly Choice[],
  text: Read,
): Choice | null {
  const given = text(option)
  const chosen = choices.find((choice) => choice === given) ?? null
  if (given !== null && chosen === null)
    throw new LineProblem(`--${option} must be ${listWith('or', choices)}, not "${given}".`)
  return chosen
}

/** What stands behind the name of the command. @throws LineProblem unless it is one of these */
export function actionOf<Action extends string>(
  command: string,
  actions: readonly Action[],
  given: string,
): Action {
  const action = actions.find((each) => each === given)
  if (action !== undefined) return action
  throw new LineProblem(`There is no "${command} ${given}". There are: ${actions.join(', ')}.`)
}
