/** What the scripted agent wants, and the words that it brings along. Data only. */
import type { JsonObject } from '../../model/json.ts'

export interface Script {
  /** What it searches for; of the workflows that are found it takes `wanted`, or else the first. */
  query: string
  wanted: string
  intention: string
  /** Values by argument name, for each time that it submits the same transition; only those that a form asks for are used. */
  drafts: JsonObject[]
}

const TITLE = 'Release notes 2.4'

const FIRST_DRAFT = `Release notes 2.4

Exports now finish in the background, so you can close the window while a large one runs. Search understands quoted phrases. We fixed the crash that some of you saw when two people renamed the same folder.

You must update before Friday.`

const SECOND_DRAFT = `Release notes 2.4

Exports now finish in the background: close the window, and the file is waiting when you come back. Search understands quoted phrases. Renaming a folder while somebody else does the same no longer ends the program.

The update is offered at the next start; there is no deadline.`

const FILE = 'release-checklist.md'

const FIRST_FILE = `# Release checklist

- [x] Version number raised
- [x] Notes approved
- [ ] Backup of the archive tested
- [ ] Support informed
`

const SECOND_FILE = `# Release checklist

- [x] Version number raised
- [x] Notes approved
- [x] Backup of the archive tested on 12 March
- [ ] Support informed (owner: Maria, before noon)
`

const INVOICE = { invoice: 'INV-1042', payee: 'Prints & Bindery' }

export const SCRIPTS = {
  content_review: {
    query: 'review',
    wanted: 'content_review',
    intention: 'I have a text to publish. I look for the way in which that is done here.',
    drafts: [
      { title: TITLE, content: FIRST_DRAFT, body: FIRST_DRAFT, text: FIRST_DRAFT, draft: FIRST_DRAFT },
      { title: TITLE, content: SECOND_DRAFT, body: SECOND_DRAFT, text: SECOND_DRAFT, draft: SECOND_DRAFT },
    ],
  },
  file_change: {
    query: 'change file',
    wanted: 'file_change',
    intention: 'I want to change a file. I look for the way in which that is done here.',
    drafts: [
      {
        path: FILE,
        file: FILE,
        name: FILE,
        content: FIRST_FILE,
        text: FIRST_FILE,
        reason: 'The release is on Thursday and the list is out of date.',
      },
      {
        path: FILE,
        file: FILE,
        name: FILE,
        content: SECOND_FILE,
        text: SECOND_FILE,
        reason: 'With the date of the test and an owner for what is left.',
      },
    ],
  },
  two_people: {
    query: 'pay invoice',
    wanted: 'payment',
    intention: 'I have an invoice to pay. I look for the way in which that is done here.',
    drafts: [
      { ...INVOICE, amount: 1840, reason: 'The leaflets for the fair, delivered on Monday.' },
      { ...INVOICE, amount: 1480, reason: 'The leaflets for the fair, with the rebate that was agreed.' },
    ],
  },
} as const satisfies Record<string, Script>

export type ScriptName = keyof typeof SCRIPTS
