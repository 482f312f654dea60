import type { RJSFSchema } from '@rjsf/utils'
import { describe, expect, it } from 'vitest'
import { findProblems, formValidator } from '../../src/renderer/ui/form/form-validator.ts'

const schema: RJSFSchema = {
  type: 'object',
  required: ['service', 'a/b'],
  properties: {
    service: { type: 'string', minLength: 1 },
    replicas: { type: 'integer', maximum: 10 },
    'a/b': { type: 'boolean' },
    owners: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
  },
}

describe('a form', () => {
  it('has no problems with values that fit [window.forms]', () => {
    expect(findProblems(schema, { service: 'billing', replicas: 3, 'a/b': true })).toEqual([])
    expect(formValidator.isValid(schema, { service: 'billing', 'a/b': false }, schema)).toBe(true)
  })

  it('names each missing value by its path [window.forms]', () => {
    expect(findProblems(schema, {})).toEqual([
      { path: '/service', message: 'This is needed.' },
      { path: '/a~1b', message: 'This is needed.' },
    ])
  })

  it('says what is wrong once, at the innermost value [window.forms]', () => {
    const problems = findProblems(schema, { service: '', 'a/b': true, replicas: 11, owners: [{ name: 7 }] })
    expect(problems.map((problem) => problem.path).sort()).toEqual([
      '/owners/0/name',
      '/replicas',
      '/service',
    ])
    expect(problems.find((problem) => problem.path === '/service')?.message).toBe('This must not be empty.')
  })

  it('asks for what is needed in words for people [window.forms]', () => {
    const said = (asked: object, value: unknown) => findProblems(asked, value).map(({ message }) => message)
    expect(said({ maxLength: 20 }, 'x'.repeat(25))).toEqual(['Enter at most 20 characters.'])
    expect(said({ minLength: 3 }, 'x')).toEqual(['Enter at least 3 characters.'])
    expect(said({ maximum: 9 }, 12)).toEqual(['Enter 9 or less.'])
    expect(said({ minimum: -0.5 }, -1)).toEqual(['Enter -0.5 or more.'])
    expect(said({ type: 'integer' }, 'ten')).toEqual(['Enter a whole number.'])
    expect(said({ type: ['number', 'null'] }, 'ten')).toEqual(['Enter a number or nothing.'])
    expect(said({ format: 'email' }, 'nobody')).toEqual(['Enter an email address, such as name@example.org.'])
  })

  it('says of a number that would lose digits what is wrong with it, and what to do [form.number]', () => {
    const said = (typed: string) => findProblems(schema, { service: 'x', 'a/b': true, replicas: typed })
    for (const typed of ['9007199254740993', ' -9007199254740993', '1e999'])
      expect(said(typed)).toEqual([
        {
          path: '/replicas',
          message: 'This number has more digits than can be kept exactly. Enter a shorter one.',
        },
      ])
    expect(said('9007199254740993 kg')).toEqual([{ path: '/replicas', message: 'Enter a whole number.' }])
  })

  it('puts the errors where the form library looks for them [window.forms]', () => {
    const { errorSchema } = formValidator.validateFormData(
      { service: 'x', 'a/b': true, replicas: 11 },
      schema,
    )
    expect(errorSchema).toMatchObject({ replicas: { __errors: [expect.stringContaining('10')] } })
  })

  it('reports a schema that it cannot read instead of failing [window.forms]', () => {
    const problems = findProblems({ type: 'string', pattern: '(' }, 'x')
    expect(problems).toHaveLength(1)
    expect(problems[0]?.path).toBe('')
  })

  it('finds the definitions of the whole for a part [window.forms]', () => {
    const whole = { $defs: { port: { type: 'integer' as const } } }
    expect(formValidator.isValid({ $ref: '#/$defs/port' }, 80, whole)).toBe(true)
    expect(formValidator.isValid({ $ref: '#/$defs/port' }, 'eighty', whole)).toBe(false)
  })
})
