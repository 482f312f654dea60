import { useEffect, useId, useRef, useState } from 'react'
import { surveyJson } from '../../main/model/json-text.ts'
import type { CatalogDetail } from '../../preload/contract.ts'
import { Button } from '../ui/controls/button.tsx'
import { Field, TextArea } from '../ui/controls/field.tsx'
import { Tabs } from '../ui/controls/tabs.tsx'
import { LazyForm } from '../ui/form/lazy-form.tsx'
import { Section } from '../ui/section.tsx'
import { uiWords } from '../ui/ui-words.ts'
import { isObject } from '../values/typed-fields.ts'
import { words } from '../words.ts'
import { defaultValues, exampleValues, takesSomething, type Values } from './call-text.ts'
import { tryWords } from './try-words.ts'

const WAYS = ['form', 'json'] as const
type Way = (typeof WAYS)[number]

/** What it takes: as a form made from its schema, or as JSON. */
export function TryInput({
  schema,
  values,
  onChange,
  onReadable,
}: {
  schema: CatalogDetail['inputSchema']
  values: Values
  onChange: (values: Values) => void
  /** Whether all that stands there is a value; `values` are without what is none. */
  onReadable: (isReadable: boolean) => void
}) {
  const id = useId()
  const holder = useRef<HTMLDivElement>(null)
  // Each field knows that of itself alone.
  useEffect(() => onReadable(holder.current?.querySelector('[data-unreadable]') == null))
  const hasForm = schema !== null && takesSomething(schema)
  const [way, setWay] = useState<Way>(hasForm ? 'form' : 'json')
  // The form keeps what it was begun with: another beginning is another form.
  const [beginning, setBeginning] = useState(0)
  const example = exampleValues(schema)
  function begin(next: Values): void {
    setBeginning(beginning + 1)
    onChange(next)
  }
  if (!hasForm && Object.keys(values).length === 0)
    return (
      <Section title={tryWords.input}>
        <p className="text-ink-muted">{tryWords.takesNothing}</p>
      </Section>
    )
  return (
    <Section
      title={tryWords.input}
      aside={
        <span className="flex flex-wrap gap-2">
          {example === null ? null : (
            <Button size="small" look="plain" onClick={() => begin(example)}>
              {tryWords.example}
            </Button>
          )}
          <Button size="small" look="plain" onClick={() => begin(defaultValues(schema))}>
            {tryWords.reset}
          </Button>
        </span>
      }
    >
      <Tabs<Way>
        label={tryWords.ways}
        value={way}
        onChange={setWay}
        tabs={WAYS.filter((each) => hasForm || each === 'json').map((value) => ({
          value,
          label: tryWords.way[value],
        }))}
      >
        <div ref={holder} className="max-w-lg pt-3">
          {way === 'form' && schema !== null ? (
            <LazyForm
              key={beginning}
              loadingLabel={words.common.loading}
              schema={schema}
              value={values}
              onChange={onChange}
              idPrefix={`try${id}`}
            />
          ) : (
            <JsonInput key={beginning} values={values} onChange={onChange} />
          )}
        </div>
      </Tabs>
    </Section>
  )
}

function JsonInput({ values, onChange }: { values: Values; onChange: (values: Values) => void }) {
  const [text, setText] = useState(() => JSON.stringify(values, null, 2))
  const { problem } = readValues(text)
  return (
    <Field label={tryWords.json} hideLabel error={problem ?? undefined}>
      {(ids) => (
        <TextArea
          {...ids}
          rows={8}
          spellCheck={false}
          value={text}
          data-unreadable={problem === null ? undefined : true}
          onChange={(event) => {
            setText(event.target.value)
            // Another object also where it is none: that is looked at anew.
            onChange(readValues(event.target.value).values ?? { ...values })
          }}
          className="field-sizing-content max-h-96 min-h-24 font-mono text-sm"
        />
      )}
    </Field>
  )
}

/** Pure. */
function readValues(text: string): { values: Values | null; problem: string | null } {
  try {
    const read: unknown = JSON.parse(text.trim() === '' ? '{}' : text)
    if (surveyJson(text).rounded !== null) return { values: null, problem: uiWords.form.tooLong }
    return isObject(read) ? { values: read, problem: null } : { values: null, problem: tryWords.notObject }
  } catch {
    return { values: null, problem: tryWords.notJson }
  }
}
