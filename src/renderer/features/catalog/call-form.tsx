import { useId, useState } from 'react'
import type { CatalogDetail } from '../../../preload/contract.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { findProblems } from '../../ui/form/form-validator.ts'
import { Section } from '../../ui/section.tsx'
import { CodeBlock } from '../../ui/text/code.tsx'
import { words } from '../../words.ts'
import { catalogWords } from './words.ts'

/** What it takes as a form, and beside it the literal call that an agent would send with these values. */
export function CallForm({ item }: { item: CatalogDetail }) {
  const id = useId()
  const [values, setValues] = useState(() => defaultValues(item.inputSchema))
  const call = composeCall(item, values)
  const text = `${call.tool} ${JSON.stringify(call.arguments, null, 2)}`
  const problems = item.inputSchema === null ? [] : findProblems(item.inputSchema, values)
  return (
    <>
      <Section
        title={catalogWords.start}
        aside={takesSomething(item.inputSchema) ? catalogWords.startAside : null}
      >
        {item.inputSchema !== null && takesSomething(item.inputSchema) ? (
          <div className="max-w-md">
            <Form
              schema={item.inputSchema}
              value={values}
              onChange={setValues}
              words={words.form}
              idPrefix={`call${id}`}
            />
          </div>
        ) : (
          <p className="text-ink-muted">{catalogWords.takesNothing}</p>
        )}
      </Section>
      <Section
        title={catalogWords.call}
        aside={<CopyButton text={text} label={catalogWords.copyCall} doneLabel={words.common.copied} />}
      >
        <p className="mb-2 text-ink-muted">{catalogWords.callText}</p>
        <CodeBlock text={text} label={catalogWords.literally(catalogWords.call)} />
        {problems.length > 0 ? (
          <div className="mt-2 text-ink-muted">
            <p>{catalogWords.stillWrong}</p>
            <ul className="list-disc pl-5">
              {problems.map((problem) => (
                <li key={`${problem.path} ${problem.message}`}>
                  <span className="font-mono text-sm">{catalogWords.atField(problem.path)}</span>:{' '}
                  {problem.message}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </Section>
    </>
  )
}

type Values = Record<string, unknown>

/** The literal call by which an agent starts an item with these values. Pure. */
export function composeCall(
  { id, kind }: Pick<CatalogDetail, 'id' | 'kind'>,
  values: Values,
): { tool: string; arguments: Values } {
  if (kind === 'workflow') return { tool: 'workflow.start', arguments: { definitionId: id, input: values } }
  return {
    tool: 'workflow.start',
    arguments: { definitionId: 'proxy_default', input: { capability: id, arguments: values } },
  }
}

/** Values that a schema gives by itself, for its own properties only. Pure. */
export function defaultValues(schema: CatalogDetail['inputSchema']): Values {
  const properties = isRecord(schema) && isRecord(schema.properties) ? schema.properties : {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) =>
      isRecord(property) && property.default !== undefined ? [[name, property.default]] : [],
    ),
  )
}

/** Whether there is anything to fill in. Pure. */
export function takesSomething(schema: CatalogDetail['inputSchema']): boolean {
  return isRecord(schema) && isRecord(schema.properties) && Object.keys(schema.properties).length > 0
}

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
