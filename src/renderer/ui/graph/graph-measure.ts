import type { Measure } from './graph-layout.ts'

const FACES = { state: '600 13px', way: '400 12px' }

/** Measures in the document's own face, once that has arrived. */
export async function openMeasure(page: Document): Promise<Measure> {
  const family = getComputedStyle(page.body).fontFamily
  await Promise.all(Object.values(FACES).map((face) => page.fonts.load(`${face} ${family}`)))
  const context = page.createElement('canvas').getContext('2d')
  return (text, face) => {
    if (context === null) return text.length * 7
    context.font = `${FACES[face]} ${family}`
    return context.measureText(text).width
  }
}
