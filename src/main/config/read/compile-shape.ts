/** The schema as a function. It takes a tenth of a second to make, so the build makes it beforehand. */
import type { ValidateFunction } from 'ajv'
import { Ajv2020, type Options } from 'ajv/dist/2020.js'
import { type Document, GATEWAY_SCHEMA } from '../schema/schema.ts'

export type ShapeCheck = ValidateFunction<Document>

/** `first` stops at the first mistake: to find all of a large document takes quadratic time. */
export type Extent = 'all' | 'first'

export function compileShape(extent: Extent): ShapeCheck {
  // It is used once: half of the time would go into making its code shorter.
  return createCompiler(extent, { optimize: false }).compile<Document>(plainSchema())
}

export function createCompiler(extent: Extent, code: Options['code']): Ajv2020 {
  return new Ajv2020({
    allErrors: extent === 'all',
    verbose: true,
    discriminator: true,
    allowUnionTypes: true,
    ownProperties: true,
    strictRequired: false,
    logger: false,
    // A test checks the schema itself.
    validateSchema: false,
    ...(code !== undefined && { code }),
  })
}

/** Without the marks of the schema's builder. */
export function plainSchema(): Record<string, unknown> {
  return JSON.parse(JSON.stringify(GATEWAY_SCHEMA)) as Record<string, unknown>
}
