/** What the build has compiled: it puts a module of that in the place of this one. Run from source, nothing has been. */
import type { Extent, ShapeCheck } from './compile-shape.ts'

export const compiledShapes: Partial<Record<Extent, ShapeCheck>> = {}
