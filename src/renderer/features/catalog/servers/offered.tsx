import { Field, Input } from '../../../ui/controls/field.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Switch } from '../../../ui/controls/switch.tsx'
import { Section } from '../../../ui/section.tsx'
import { isMcp, type ServerForm } from './server-form.ts'
import { serverWords as words } from './words.ts'

const ASKS: ServerForm['ask'][] = ['always', 'unlessReadOnly', 'never']

/** How agents get the tools of a new server: a person is asked before each, unless somebody says otherwise. */
export function Offered({ form, onChange }: { form: ServerForm; onChange: (form: ServerForm) => void }) {
  const edit = (change: Partial<ServerForm>) => onChange({ ...form, ...change })
  return (
    <Section title={words.offer.title}>
      <div className="flex flex-col gap-3">
        {isMcp(form) ? (
          <Switch
            label={words.offer.isOffered}
            hint={words.offer.isOfferedHint}
            checked={form.isOffered}
            onChange={(isOffered) => edit({ isOffered })}
          />
        ) : null}
        {isMcp(form) && form.isOffered ? (
          <Field label={words.offer.prefix} hint={words.offer.prefixHint(form.prefix)}>
            {(ids) => (
              <Input
                {...ids}
                value={form.prefix}
                maxLength={64}
                spellCheck={false}
                autoComplete="off"
                onChange={(event) => edit({ prefix: event.target.value })}
                className="max-w-72 font-mono text-sm"
              />
            )}
          </Field>
        ) : null}
        {isMcp(form) && !form.isOffered ? null : (
          <Field label={words.offer.ask} hint={words.offer.askHint}>
            {(ids) => (
              <Select<ServerForm['ask']>
                id={ids.id}
                describedBy={ids['aria-describedby']}
                label={words.offer.ask}
                value={form.ask}
                options={ASKS.map((value) => ({ value, label: words.offer.asks[value] }))}
                onChange={(ask) => edit({ ask })}
                className="max-w-96"
              />
            )}
          </Field>
        )}
      </div>
    </Section>
  )
}
