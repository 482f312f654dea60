import { enumOptionsIsSelected, type WidgetProps } from '@rjsf/utils'
import { distinctChoices } from './distinct-choices.ts'
import { GroupHead } from './form-group.tsx'
import { FormText } from './form-text.tsx'
import { readWords } from './form-words.ts'

/** Any number of the given values; the answer has them in the order of the schema. */
export function Checkboxes(props: WidgetProps) {
  const { id, label, value, options, readonly, disabled, required, schema, onChange, registry } = props
  const words = readWords(registry)
  const choices = distinctChoices(options.enumOptions ?? [])
  const chosen: unknown[] = Array.isArray(value) ? value : []
  const shown = readonly ? choices.filter((choice) => enumOptionsIsSelected(choice.value, chosen)) : choices
  return (
    <fieldset id={id} disabled={disabled ?? false} className="mt-1">
      <GroupHead
        title={label}
        description={readonly ? undefined : schema.description}
        isNeeded={required === true && readonly !== true}
        words={words}
        className="text-sm"
      />
      {shown.length === 0 ? <span className="text-ink-faint">{words.empty}</span> : null}
      {readonly ? (
        <ul>
          {shown.map((choice) => (
            <li key={JSON.stringify(choice.value)}>
              <FormText text={choice.label} />
            </li>
          ))}
        </ul>
      ) : (
        shown.map((choice) => (
          <label key={JSON.stringify(choice.value)} className="flex items-center gap-2 py-0.5">
            <input
              type="checkbox"
              checked={enumOptionsIsSelected(choice.value, chosen)}
              onChange={(event) =>
                onChange(
                  choices
                    .filter((other) =>
                      other === choice ? event.target.checked : enumOptionsIsSelected(other.value, chosen),
                    )
                    .map((other) => other.value),
                )
              }
              className="size-4 accent-accent-solid"
            />
            <FormText text={choice.label} />
          </label>
        ))
      )}
    </fieldset>
  )
}
