/** Evidence that a transition records of itself, and asks for (R5.7). */
import Type from 'typebox'
import type { JsonObject } from '../../model/json.ts'
import { type EvidenceDocument, evidenceRequirements } from '../guards/evidence.ts'
import { bareWord, jsonObject, line, MAPPING, strict, word } from './terms.ts'

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
      bareWord,
      {
        type: 'object',
        required: ['kind'],
        ...strict,
        properties: {
          kind: word('The kind, which ‘evidence’ guards ask for.'),
          summary: line('One line for people; `{name}` is filled in from arguments, context and input.'),
          data: jsonObject(`What is kept with it. ${MAPPING}`),
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
