import { Bot, User, Zap } from 'lucide-react'
import { useId } from 'react'
import { classNames } from '../class-names.ts'
import { type Box, type Layout, LINE, MARK_WIDTH } from './graph-layout.ts'
import { roundedPath } from './graph-path.ts'
import { type GraphActor, type GraphAsks, type GraphData, hasRun } from './graph-types.ts'

export const ACTOR_MARK = { agent: Bot, human: User, deterministic: Zap, system: Zap } satisfies Record<
  GraphActor,
  unknown
>

/** The drawing itself. It is one picture to a screen reader, which reads the list beside it instead. */
export function GraphPicture({
  data,
  layout,
  label,
  now,
  scale,
}: {
  data: GraphData
  layout: Layout
  label: string
  /** The word on the present state. */
  now: string
  scale: number
}) {
  const id = useId()
  const run = hasRun(data)
  const ways = data.transitions.map((transition, place) => ({ transition, place, way: layout.ways[place] }))
  return (
    <svg
      role="img"
      aria-label={label}
      width={`${(layout.width * scale) / 16}rem`}
      height={`${(layout.height * scale) / 16}rem`}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      className="picture mx-auto block max-w-none font-sans"
    >
      <defs>
        <marker
          id={`${id}-head`}
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          markerUnits="userSpaceOnUse"
          orient="auto-start-reverse"
        >
          <path d="M0.5 0.5 7.5 4 0.5 7.5Z" fill="context-stroke" />
        </marker>
      </defs>
      {layout.start ? (
        <circle cx={layout.start.x} cy={layout.start.y} r={5} className="fill-ink-muted" />
      ) : null}
      <path
        d={roundedPath(layout.entry)}
        markerEnd={`url(#${id}-head)`}
        className="fill-none stroke-ink-muted"
        strokeWidth={1.25}
      />
      {/* What was not taken lies below what was. */}
      {[false, true].map((taken) =>
        ways
          .filter(({ transition }) => (run && transition.taken) === taken)
          .map(({ place, way }) => (
            <path
              key={place}
              d={roundedPath(way?.points ?? [])}
              markerEnd={`url(#${id}-head)`}
              strokeWidth={taken ? 2 : 1.25}
              strokeDasharray={run && !taken ? '4 3' : undefined}
              className={classNames('fill-none', taken ? 'stroke-ink-muted' : 'stroke-control')}
            />
          )),
      )}
      {ways.map(({ transition, place, way }) =>
        way?.label ? (
          <Way
            key={place}
            box={way.label}
            title={transition.title}
            actor={transition.actor}
            asks={transition.asks}
            strong={!run || transition.taken || transition.from === data.current}
          />
        ) : null,
      )}
      {layout.states.map((box) => {
        const state = data.states.find((candidate) => candidate.name === box.name)
        if (!state) return null
        const look =
          state.name === data.current ? 'current' : !run ? 'plain' : state.visited ? 'visited' : 'unseen'
        return (
          <State key={box.name} box={box} terminal={state.terminal} asks={state.asks} look={look} now={now} />
        )
      })}
    </svg>
  )
}

const STATE_LOOK = {
  current: 'fill-accent-soft stroke-accent',
  plain: 'fill-surface stroke-control',
  visited: 'fill-hover stroke-control',
  unseen: 'fill-surface stroke-line-strong',
}

function State({
  box,
  terminal,
  asks,
  look,
  now,
}: {
  box: Box
  terminal: boolean
  asks: GraphAsks | null
  look: keyof typeof STATE_LOOK
  now: string
}) {
  const { x, y, width, height } = box
  return (
    <g>
      <rect
        {...{ x, y, width, height }}
        rx={6}
        strokeWidth={look === 'current' ? 2 : 1.25}
        className={STATE_LOOK[look]}
      />
      {terminal ? (
        <rect
          x={x + 3}
          y={y + 3}
          width={width - 6}
          height={height - 6}
          rx={3.5}
          strokeWidth={1}
          className={classNames(STATE_LOOK[look], 'fill-none')}
        />
      ) : null}
      {asks ? <Note box={box} asks={asks} indent={0} /> : null}
      <Lines
        box={titleBox(box, asks)}
        line={LINE.state}
        className={classNames(
          'text-base',
          look === 'current' ? 'font-semibold' : 'font-medium',
          look === 'unseen' ? 'fill-ink-muted' : 'fill-ink',
        )}
      />
      {look === 'current' ? <NowMark x={x} y={y} word={now} /> : null}
    </g>
  )
}

/** A flag on the corner, where no way arrives: the word, so that colour is never alone. */
function NowMark({ x, y, word }: { x: number; y: number; word: string }) {
  const width = word.length * 7 + 12
  return (
    <g>
      <rect x={x - 14} y={y - 9} width={width} height={15} rx={4} className="fill-accent-solid" />
      <text
        x={x - 14 + width / 2}
        y={y + 2}
        textAnchor="middle"
        className="fill-on-accent text-xs font-semibold"
      >
        {word}
      </text>
    </g>
  )
}

function Way({
  box,
  title,
  actor,
  asks,
  strong,
}: {
  box: Box
  title: string
  actor: GraphActor
  asks: GraphAsks | null
  strong: boolean
}) {
  const Mark = ACTOR_MARK[actor]
  return (
    <g className={strong ? 'text-ink' : 'text-ink-muted'}>
      <title>{asks ? `${title}. ${asks.text}` : title}</title>
      <rect x={box.x} y={box.y} width={box.width} height={box.height} rx={4} className="fill-surface" />
      <Mark
        x={box.x + 5}
        y={box.y + titleBox(box, asks).height / 2 - 6.5}
        width={13}
        height={13}
        strokeWidth={2}
        className="text-ink-muted"
      />
      {asks ? <Note box={box} asks={asks} indent={MARK_WIDTH} /> : null}
      <Lines
        box={titleBox(box, asks)}
        line={LINE.way}
        indent={MARK_WIDTH}
        begins={asks !== null}
        className="fill-current text-sm"
      />
    </g>
  )
}

/** What is left of a box above its note. */
function titleBox(box: Box, asks: GraphAsks | null): Box {
  return asks === null ? box : { ...box, height: box.height - LINE.way }
}

/** The people who must agree, on the last line of a box. */
function Note({ box, asks, indent }: { box: Box; asks: GraphAsks; indent: number }) {
  const y = box.y + box.height - LINE.way / 2 - (indent === 0 ? 9 : 3)
  return (
    <g className="text-needs">
      <User x={box.x + (indent === 0 ? 14 : 5)} y={y - 6.5} width={13} height={13} strokeWidth={2} />
      <text
        x={box.x + (indent === 0 ? 14 : 5) + MARK_WIDTH}
        y={y}
        dominantBaseline="central"
        className="fill-current text-sm"
      >
        {asks.short}
      </text>
    </g>
  )
}

function Lines({
  box,
  line,
  indent = 0,
  begins = false,
  className,
}: {
  box: Box
  line: number
  indent?: number
  /** At the left, above a note that is wider. */
  begins?: boolean
  className: string
}) {
  const x = begins ? box.x + indent + 5 : box.x + indent + (box.width - indent) / 2
  const first = box.y + box.height / 2 - ((box.lines.length - 1) * line) / 2
  return (
    <text textAnchor={begins ? 'start' : 'middle'} className={className}>
      {box.lines.map((text, place) => (
        <tspan
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a title do not move
          key={place}
          x={x}
          y={first + place * line}
          dominantBaseline="central"
        >
          {text}
        </tspan>
      ))}
    </text>
  )
}
