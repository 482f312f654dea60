import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Layout, layOut, wrapText } from '../../src/renderer/ui/graph/graph-layout.ts'
import { roundedPath } from '../../src/renderer/ui/graph/graph-path.ts'
import { describeGraph, orderStates } from '../../src/renderer/ui/graph/graph-text.ts'
import { chooseLayout } from '../../src/renderer/ui/graph/use-graph-layout.ts'
import { machine, measure, REVIEW, WORDS } from './machines.ts'

describe('the text of a diagram', () => {
  it('says states, ways, actors and where the run stands [screens.graph-text]', () => {
    const lines = describeGraph(REVIEW, WORDS)
    expect(lines.map((line) => [line.title, line.marks, line.ways.map((way) => way.text)])).toEqual([
      [
        'drafting',
        ['start', 'visited'],
        ['note (the agent) leads to drafting', 'submit (the agent) leads to in review, taken'],
      ],
      [
        'in review',
        ['now'],
        ['approve (a person) leads to published', 'send back (a person) leads to drafting'],
      ],
      ['published', ['end'], []],
    ])
  })

  it('says which steps and states wait for people first, and for whom [screens.graph-asks]', () => {
    const data = machine(['a', 'b'], [['a', 'b', 'go']], { ends: ['b'] })
    data.transitions[0]!.asks = { short: '2 people approve', text: '2 different people must approve it.' }
    data.states[1]!.asks = { short: 'A person approves', text: 'A person must.' }
    const [first, second] = describeGraph(data, WORDS)
    expect(first!.ways[0]!.text).toBe(
      'go (the agent; asks first: 2 different people must approve it.) leads to b',
    )
    expect(second!.marks).toEqual(['end', 'asks on entering: A person must.'])
  })

  it('marks nothing as visited without a run [screens.graph-text]', () => {
    const lines = describeGraph(machine(['a', 'b'], [['a', 'b', 'go']], { ends: ['b'] }), WORDS)
    expect(lines.map((line) => line.marks)).toEqual([['start'], ['end']])
  })

  it('begins at the start and leaves no state out [screens.graph-text]', () => {
    const data = { ...machine(['z', 'a', 'lost'], [['a', 'z', 'go']]), initial: 'a' }
    expect(orderStates(data)).toEqual(['a', 'z', 'lost'])
    expect(orderStates({ ...data, initial: 'nowhere' })).toEqual(['z', 'a', 'lost'])
  })

  it('follows the ways, so that a jump ahead comes after what it jumps over [screens.graph-text]', () => {
    const data = machine(
      ['a', 'd', 'b', 'c'],
      [
        ['a', 'd', 'jump'],
        ['a', 'b', 'go'],
        ['b', 'c', 'go'],
        ['c', 'd', 'go'],
        ['c', 'a', 'back'],
        ['d', 'd', 'again'],
      ],
    )
    expect(orderStates(data)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('names what cannot be seen in a title [screens.graph-text]', () => {
    const data = machine(['a'], [])
    data.states[0]!.title = 'ap\u202Eprove'
    expect(describeGraph(data, WORDS)[0]!.title).toBe('ap[U+202E]prove')
  })
})

describe('the layout of a diagram', () => {
  it('places every state and way, a label on each way [screens.graph-layout]', async () => {
    for (const direction of ['RIGHT', 'DOWN'] as const) {
      const layout = await layOut(REVIEW, direction, measure)
      expect(layout.states.map(({ name }) => name)).toEqual(['drafting', 'in_review', 'published'])
      expectSound(layout)
      expect(layout.ways.every((way) => way.points.length >= 2 && way.label !== null)).toBe(true)
      expect(layout.entry.length).toBeGreaterThanOrEqual(2)
      expect(layout.start).not.toBeNull()
    }
  })

  it('goes in the given direction from the start, and back for ways back [screens.graph-layout]', async () => {
    const across = await layOut(REVIEW, 'RIGHT', measure)
    expect(across.states.map(({ x }) => x)).toEqual(
      [...across.states.map(({ x }) => x)].sort((a, b) => a - b),
    )
    const down = await layOut(REVIEW, 'DOWN', measure)
    expect(down.states.map(({ y }) => y)).toEqual([...down.states.map(({ y }) => y)].sort((a, b) => a - b))
    expect(down.height).toBeGreaterThan(down.width / 2)
  })

  it('leaves out ways to states that are not there, and keeps the places of the others [screens.graph-layout]', async () => {
    const data = machine(
      ['a', 'b'],
      [
        ['a', 'ghost', 'haunt'],
        ['a', 'b', 'go'],
      ],
    )
    const layout = await layOut(data, 'RIGHT', measure)
    expect(layout.ways.map((way) => way.points.length > 0)).toEqual([false, true])
  })

  it('is sound for any machine [screens.graph-layout]', async () => {
    const name = fc.integer({ min: 0, max: 7 }).map((number) => `s${number}`)
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(name, { minLength: 1 }),
        fc.array(fc.tuple(name, name, fc.string({ maxLength: 40 })), { maxLength: 14 }),
        async (states, ways) => {
          expectSound(await layOut(machine(states, ways), 'DOWN', measure))
        },
      ),
      { numRuns: 25 },
    )
  })

  it('is across where that can be read, else down; and scrolls rather than vanish [screens.graph-layout]', () => {
    const layouts = { across: sized(800, 120), down: sized(300, 500) }
    expect(chooseLayout(layouts, { width: 700, height: 400 })).toMatchObject({
      direction: 'across',
      scale: 0.875,
    })
    expect(chooseLayout(layouts, { width: 500, height: 400 })).toMatchObject({
      direction: 'down',
      scale: 0.85,
    })
    expect(chooseLayout(layouts, { width: 2000, height: 400 })).toMatchObject({
      direction: 'across',
      scale: 1,
    })
    expect(
      chooseLayout({ across: sized(800, 120), down: null }, { width: 500, height: 400 }),
      'as long as there is no other',
    ).toMatchObject({ direction: 'across', scale: 0.72 })
    expect(
      chooseLayout({ across: sized(9000, 900), down: sized(900, 9000) }, { width: 500, height: 400 }),
    ).toMatchObject({ scale: 0.72 })
  })

  it('breaks long titles at words, and says so where something is left out [screens.graph-layout]', () => {
    expect(wrapText('Read the file back', 90, measure)).toEqual(['Read the', 'file back'])
    expect(wrapText('awaiting_second_approval', 90, measure)).toEqual(['awaiting_', 'second_', 'approval'])
    expect(wrapText('one two three four five six seven eight', 60, measure).at(-1)).toMatch(/…$/)
    expect(wrapText('x'.repeat(200), 60, measure)).toEqual([expect.stringMatching(/^x{2,12}…$/)])
    expect(wrapText('', 60, measure)).toEqual([])
  })

  it('rounds corners without leaving the line [screens.graph-layout]', () => {
    expect(roundedPath([])).toBe('')
    expect(roundedPath([{ x: 0, y: 0 }])).toBe('M0 0')
    expect(
      roundedPath(
        [
          { x: 0, y: 0 },
          { x: 100, y: 0 },
          { x: 100, y: 4 },
        ],
        6,
      ),
    ).toBe('M0 0L94 0Q100 0 100 2L100 4')
  })
})

function sized(width: number, height: number): Layout {
  return { width, height, start: null, states: [], ways: [], entry: [] }
}

/** Everything inside, no state over another. */
function expectSound(layout: Layout): void {
  for (const [place, box] of layout.states.entries()) {
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.y).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(layout.width)
    expect(box.y + box.height).toBeLessThanOrEqual(layout.height)
    for (const other of layout.states.slice(place + 1)) {
      const apart =
        box.x + box.width <= other.x ||
        other.x + other.width <= box.x ||
        box.y + box.height <= other.y ||
        other.y + other.height <= box.y
      expect(apart, `${box.name} lies over ${other.name}`).toBe(true)
    }
  }
}
