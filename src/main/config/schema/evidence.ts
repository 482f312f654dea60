/** Evidence that a transition records of itself, and asks for (R5.7). */
import Type from 'typebox'
import type { JsonObject } from '../../model/json.ts'
import { evidenceRequirements } from '../guards/evidence.ts'
import type { EvidenceDocument } from '../guards/kind.ts'
import { MAPPING, strict } from './terms.ts'

export interface RecordedDocument {
  kind: string
  summary?: string
  data?: JsonObject
}

export type DeclaredEvidenceDocument =
  | (string | RecordedDocument)[]
  | { records?: (string | RecordedDocument)[]; requires?: EvidenceDocument | EvidenceDocument[] }

const records = {
  type: 'array',
  description: 'What it records when it has completed: kinds, or `{kind, summary, data}`.',
  items: {
    anyOf: [
      { type: 'string', minLength: 1, maxLength: 400 },
      {
        type: 'object',
        required: ['kind'],
        ...strict,
        properties: {
          kind: {
            type: 'string',
            minLength: 1,
            maxLength: 400,
            description: 'The kind, which ‘evidence’ guards ask for.',
          },
          summary: {
            type: 'string',
            minLength: 1,
            maxLength: 300,
            pattern: '^[^\\n\\r]*$',
            description: 'One line for people; `{name}` is filled in from arguments, context and input.',
          },
          data: { type: 'object', description: `What is kept with it. ${MAPPING}` },
        },
      },
    ],
  },
}

export const EvidenceSchema = Type.Unsafe<DeclaredEvidenceDocument>({
  description:
    'Evidence that it records: a list of kinds or `{kind, summary, data}`; or `records` with that list and `requires` with what must have been recorded before.',
  anyOf: [
    records,
    {
      type: 'object',
      ...strict,
      properties: {
        records,
        requires: evidenceRequirements('What must have been recorded before, like a guard.'),
      },
    },
  ],
})
