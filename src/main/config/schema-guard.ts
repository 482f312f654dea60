/** Guards in a configuration (gateway.md §4.3), and the spellings that they may have. */
import Type from 'typebox'
import { byKind, flag, part, strict, whole, word } from './schema-terms.ts'

export type EvidenceDocument = string | { kind: string; count?: number; distinct?: boolean }

export type GuardDocument =
  | { kind: 'permission'; permission: string }
  | { kind: 'role'; role: string }
  | { kind: 'expr'; expr: string }
  | { kind: 'evidence'; requires: EvidenceDocument | EvidenceDocument[] }
  | { kind: 'allOf' | 'all_of' | 'anyOf' | 'any_of'; guards: GuardDocument[] }
  | { kind: 'not'; guard: GuardDocument }

export const guardPart = (description?: string) => part<GuardDocument>('guard', description)
export const guardList = (description: string) => Type.Array(guardPart(), { description })

const requirement = {
  type: 'object',
  required: ['kind'],
  ...strict,
  properties: {
    kind: word('The kind of evidence.'),
    count: whole('How many entries, or people, are needed.', 1, 1000),
    distinct: flag('Count different people, not entries.'),
  },
}

export const evidenceRequirements = (description: string) =>
  Type.Unsafe<EvidenceDocument | EvidenceDocument[]>({
    description,
    anyOf: [
      { type: 'string', minLength: 1, maxLength: 400 },
      requirement,
      {
        type: 'array',
        minItems: 1,
        items: { anyOf: [{ type: 'string', minLength: 1, maxLength: 400 }, requirement] },
      },
    ],
  })

export const GuardSchema = byKind('A condition that must hold before a transition runs.', [
  Type.Object(
    { kind: Type.Literal('permission'), permission: word('The permission that the caller must have.') },
    { title: 'permission', ...strict },
  ),
  Type.Object(
    { kind: Type.Literal('role'), role: word('The role that the caller must have.') },
    { title: 'role', ...strict },
  ),
  Type.Object(
    {
      kind: Type.Literal('expr'),
      expr: word('An expression over paths, for example `$.context.testsPassed == true`.'),
    },
    { title: 'expr', ...strict },
  ),
  Type.Object(
    {
      kind: Type.Literal('evidence'),
      requires: evidenceRequirements(
        'The evidence that must have been recorded: kinds, or `{kind, count, distinct}`.',
      ),
    },
    { title: 'evidence', ...strict },
  ),
  Type.Object(
    {
      kind: Type.Unsafe<'allOf' | 'all_of' | 'anyOf' | 'any_of'>({
        enum: ['allOf', 'all_of', 'anyOf', 'any_of'],
      }),
      guards: Type.Array(guardPart(), { minItems: 1, description: 'The guards that are combined.' }),
    },
    { title: 'allOf, anyOf', ...strict },
  ),
  Type.Object(
    { kind: Type.Literal('not'), guard: guardPart('The guard that must not hold.') },
    { title: 'not', ...strict },
  ),
])
