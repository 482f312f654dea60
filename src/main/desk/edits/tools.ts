/** Settings of one or many tools, as one change of the configuration. */
import { confirmedReadOnly, takesTool } from '../../workflow/gates/tool-settings.ts'
import { quoteName } from '../../workflow/wording/quote.ts'
import { DeskFault } from '../fault.ts'
import type { EditKind } from './edit-kind.ts'

export const tools: EditKind<'tools'> = {
  async edits(gateway, { tools: refs, change }) {
    const { edits, fixed } = await gateway.toolSettings.plan(refs, change)
    const [first] = fixed
    // The window leaves out what cannot be changed, with the consent of the person.
    if (first !== undefined)
      throw new DeskFault(
        'REJECTED',
        `${quoteName(first.tool.name)} cannot be changed here. ${first.because}`,
      )
    return edits
  },
  missed({ imports }, { tools: refs, change }) {
    const isMet = ({ server, name }: (typeof refs)[number]): boolean => {
      if (server === null) return true
      if (change.do === 'confirm')
        return confirmedReadOnly(imports, server, name) === (change.reads ?? undefined)
      if (change.do !== 'offer') return true
      return imports.some((rule) => rule.connection === server && takesTool(rule, name)) === change.on
    }
    const missed = refs.find((ref) => !isMet(ref))
    return missed === undefined
      ? null
      : `${quoteName(missed.name)} is set in more than one place. Change the others in the settings file.`
  },
}
