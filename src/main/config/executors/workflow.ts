/** `workflow` in a configuration: one that is declared, with the input that it needs. */
import Type, { type Static } from 'typebox'
import type { Definition } from '../../model/definition.ts'
import type { ExecutorOf } from '../../model/executor.ts'
import { isJsonObject, ownOf, present } from '../../model/json.ts'
import { obtain } from '../../model/obtain.ts'
import type { CheckContext } from '../check/checking.ts'
import { didYouMean } from '../check/nearest.ts'
import { contextKeys, type KnownOutput, leaves } from '../check/reads.ts'
import type { Path } from '../read/tree.ts'
import { jsonObject, MAPPING, strict, word } from '../schema/terms.ts'
import { type ExecutorForm, type ExecutorUse, repetition, repetitionOf } from './kind.ts'

const schema = Type.Object(
  {
    kind: Type.Literal('workflow'),
    definitionId: word('The workflow that is started.'),
    input: Type.Optional(jsonObject(`Its input. ${MAPPING} Default: the arguments as they are.`)),
    ...repetition,
  },
  {
    title: 'workflow',
    description: 'Runs another workflow and waits for its end; the result is its context.',
    ...strict,
  },
)

export type WorkflowDocument = Static<typeof schema>

const CHILD_RUN = leaves(['id', 'definitionId', 'state', 'status'])

/** Each workflow is looked through once, however many steps start it. */
const childOutputs = new WeakMap<Definition, KnownOutput>()

export const workflow: ExecutorForm<'workflow', WorkflowDocument> = {
  schema,
  compile: (document) => ({
    kind: 'workflow',
    definitionId: document.definitionId,
    ...present({ input: document.input }),
    ...repetitionOf(document),
  }),
  check(checking, executor, use) {
    checkChild(checking, executor.definitionId, use)
    checkChildInput(checking, executor, use.path)
  },
  output({ definitionId }, workflows) {
    const child = ownOf(workflows, definitionId)
    if (!child) return null
    return obtain(
      childOutputs,
      child,
      () => new Map<string, KnownOutput>([...leaves(contextKeys(child)), ['workflow', CHILD_RUN]]),
    )
  },
}

function checkChild(checking: CheckContext, id: string, { of, path }: ExecutorUse): void {
  const at = [...path, 'definitionId']
  const names = checking.declaredNames('workflows')
  if (id === of.workflow) {
    checking.findings.warning(
      at,
      `‘${id}’ starts itself. That is bounded when it runs; make sure that it ends before.`,
    )
  } else if (names !== null && !names.has(id)) {
    checking.findings.error(at, `There is no workflow ‘${id}’.${didYouMean(id, names)}`)
  }
}

/** What `input` maps is the whole input of the run: what must be there must be in it. */
function checkChildInput(
  checking: CheckContext,
  { definitionId, input }: ExecutorOf<'workflow'>,
  path: Path,
): void {
  const { workflows } = checking.compiled
  const schema = ownOf(workflows, definitionId)?.inputSchema
  if (!input || !schema) return
  const { required, properties } = schema
  const declared = isJsonObject(properties) ? properties : {}
  for (const name of Array.isArray(required) ? required : []) {
    if (typeof name !== 'string' || Object.hasOwn(input, name)) continue
    const property = declared[name]
    if (isJsonObject(property) && property.default !== undefined) continue
    const message = `The workflow ‘${definitionId}’ needs the input ‘${name}’, which ‘input’ does not give it: it cannot be started so.`
    checking.findings.warning([...path, 'input'], message)
  }
  if (schema.additionalProperties !== false) return
  for (const name of Object.keys(input)) {
    if (Object.hasOwn(declared, name)) continue
    const message = `The workflow ‘${definitionId}’ takes no input ‘${name}’: it cannot be started so.`
    checking.findings.warningAtKey(
      [...path, 'input', name],
      message + didYouMean(name, Object.keys(declared)),
    )
  }
}
