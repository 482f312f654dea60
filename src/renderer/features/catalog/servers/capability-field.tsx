import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { changeRows } from '../../../ui/controls/change-rows.ts'
import { Input, TextField } from '../../../ui/controls/field.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Switch } from '../../../ui/controls/switch.tsx'
import { type CapabilityForm, emptyCapability, namesWithoutInput, newId } from './server-form.ts'
import { serverWords as words } from './words.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The one tool of a program or a web API: what agents may run of it, and what they give to it. */
export function CapabilityField({
  kind,
  capability,
  onChange,
}: {
  kind: 'program' | 'api'
  capability: CapabilityForm | null
  onChange: (capability: CapabilityForm | null) => void
}) {
  return (
    <fieldset className="flex flex-col gap-3 border-t border-line pt-3">
      <legend className="sr-only">{words.tool}</legend>
      <Switch
        label={words.toolSwitch}
        hint={words.toolSwitchHint}
        checked={capability !== null}
        onChange={(on) => onChange(on ? emptyCapability() : null)}
      />
      {capability === null ? null : (
        <ToolFields kind={kind} tool={capability} edit={(change) => onChange({ ...capability, ...change })} />
      )}
    </fieldset>
  )
}

function ToolFields({
  kind,
  tool,
  edit,
}: {
  kind: 'program' | 'api'
  tool: CapabilityForm
  edit: (change: Partial<CapabilityForm>) => void
}) {
  return (
    <>
      <TextField
        label={words.toolTitle}
        hint={words.toolTitleHint}
        value={tool.title}
        maxLength={200}
        onType={(text) => edit({ title: text })}
      />
      <TextField
        label={words.toolDescription}
        value={tool.description}
        maxLength={2000}
        onType={(text) => edit({ description: text })}
      />
      {kind === 'program' ? (
        <TextField
          label={words.toolArguments}
          hint={words.toolArgumentsHint}
          value={tool.args}
          spellCheck={false}
          autoComplete="off"
          onType={(text) => edit({ args: text })}
          className="font-mono text-sm"
        />
      ) : (
        <div className="flex gap-2">
          <div className="flex w-28 flex-col gap-1">
            <span aria-hidden className="text-sm font-medium">
              {words.toolMethod}
            </span>
            <Select
              label={words.toolMethod}
              value={tool.method}
              options={METHODS.map((value) => ({ value, label: value }))}
              onChange={(method) => edit({ method })}
            />
          </div>
          <div className="min-w-0 flex-1">
            <TextField
              label={words.toolPath}
              hint={words.toolPathHint}
              value={tool.path}
              spellCheck={false}
              autoComplete="off"
              onType={(text) => edit({ path: text })}
              className="font-mono text-sm"
            />
          </div>
        </div>
      )}
      <Inputs
        inputs={tool.inputs}
        unnamed={namesWithoutInput(kind === 'program' ? tool.args : tool.path, tool.inputs)}
        unnamedText={kind === 'program' ? words.inputsUnnamed : words.missing.noInput}
        onChange={(inputs) => edit({ inputs })}
      />
      <Switch
        label={words.toolReadOnly}
        hint={words.toolReadOnlyHint}
        checked={tool.readOnly}
        onChange={(readOnly) => edit({ readOnly })}
      />
    </>
  )
}

function Inputs({
  inputs,
  unnamed,
  unnamedText,
  onChange,
}: {
  inputs: CapabilityForm['inputs']
  /** What stands in braces and is no input, and what that means. */
  unnamed: readonly string[]
  unnamedText: (names: readonly string[]) => string
  onChange: (inputs: CapabilityForm['inputs']) => void
}) {
  const list = useRef<HTMLFieldSetElement>(null)
  const press = (next: CapabilityForm['inputs']) => changeRows(list.current, () => onChange(next))
  function edit(id: number, change: Partial<CapabilityForm['inputs'][number]>): void {
    onChange(inputs.map((input) => (input.id === id ? { ...input, ...change } : input)))
  }
  const add = (name: string) => press([...inputs, { id: newId(), name, description: '', isRequired: true }])
  return (
    <fieldset ref={list} className="flex flex-col gap-1.5">
      <legend className="mb-1 text-sm font-medium">{words.inputs}</legend>
      {inputs.map((input, index) => (
        <div key={input.id} data-row className="flex flex-wrap items-center gap-2">
          <Input
            aria-label={words.inputName(index + 1)}
            placeholder={words.nameOf}
            value={input.name}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => edit(input.id, { name: event.target.value })}
            className="min-w-28 flex-1 font-mono text-sm"
          />
          <Input
            aria-label={words.inputDescription(index + 1)}
            placeholder={words.toolDescription}
            value={input.description}
            onChange={(event) => edit(input.id, { description: event.target.value })}
            className="min-w-40 flex-[2]"
          />
          <label className="flex items-center gap-1.5 text-sm">
            <input
              type="checkbox"
              aria-label={words.inputNeededOf(input.name)}
              checked={input.isRequired}
              onChange={(event) => edit(input.id, { isRequired: event.target.checked })}
              className="size-4 accent-accent-solid"
            />
            {words.inputNeeded}
          </label>
          <IconButton
            label={words.removeRow(input.name)}
            icon={<X aria-hidden size={14} />}
            onClick={() => press(inputs.filter((other) => other.id !== input.id))}
          />
        </div>
      ))}
      {unnamed.length === 0 ? null : <p className="text-needs">{unnamedText(unnamed)}</p>}
      <div className="flex flex-wrap gap-2">
        {unnamed.map((name) => (
          <Button key={name} size="small" icon={<Plus aria-hidden size={13} />} onClick={() => add(name)}>
            {words.addInputNamed(name)}
          </Button>
        ))}
        <Button size="small" icon={<Plus aria-hidden size={13} />} onClick={() => add('')}>
          {words.addInput}
        </Button>
      </div>
    </fieldset>
  )
}
