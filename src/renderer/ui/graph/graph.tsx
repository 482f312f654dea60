/**
 * A state machine as a picture with its text beside it: states, ways, who takes them, where a run stands. Laid out
 * by ELK, drawn as our own SVG. May import: the files of the graph, parts of ui.
 */

import { Maximize2, Minimize2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import { ACTOR_MARK, GraphPicture } from './graph-picture.tsx'
import { describeGraph, plainTitle } from './graph-text.ts'
import { type GraphActor, type GraphData, hasRun } from './graph-types.ts'
import { graphWords } from './graph-words.ts'
import { chooseLayout, useGraphLayouts } from './use-graph-layout.ts'

/** Pixels that it is drawn for. */
const TALLEST = 400
/** So much of that height is there before it scrolls. */
const MORE = 2

export function Graph({
  initial,
  current,
  states,
  transitions,
  ended = false,
}: GraphData & {
  /** Nothing goes on from the present state, even if it is not terminal. */
  ended?: boolean
}) {
  const data = { initial, current, states, transitions }
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const [full, setFull] = useState(false)
  const { layouts, failed } = useGraphLayouts(data, { width, height: TALLEST })
  const chosen = layouts && width > 0 ? chooseLayout(layouts, { width, height: TALLEST }) : null
  const scale = full ? 1 : (chosen?.scale ?? 1)
  const place = chosen?.layout.states.find((state) => state.name === current)
  const scrolls =
    chosen !== null &&
    (chosen.layout.width * scale > width + 1 || chosen.layout.height * scale > TALLEST * MORE)
  // The present state is in sight, whatever else has to be scrolled to. Where all is, nothing is measured for it.
  useEffect(() => {
    const box = frame.current
    if (!box || !place || !scrolls) return
    box.scrollLeft = (place.x + place.width / 2) * scale - box.clientWidth / 2
    box.scrollTop = (place.y + place.height / 2) * scale - box.clientHeight / 2
  }, [place, scale, scrolls])
  const over = ended || states.find((state) => state.name === current)?.terminal === true
  const now = over ? graphWords.endedHere : graphWords.now
  const label = graphWords.label(states.length, titleOf(data, current))

  return (
    <figure>
      <div
        ref={frame}
        {...(scrolls ? { role: 'group', 'aria-label': graphWords.scroll, tabIndex: 0 } : {})}
        className="overflow-auto"
        // Drawn for less height than this: a last state is not cut off for a few lines.
        style={{ maxHeight: TALLEST * MORE }}
      >
        {chosen ? (
          <GraphPicture data={data} layout={chosen.layout} label={label} now={now} scale={scale} />
        ) : failed ? (
          <p className="text-ink-muted">{graphWords.failed}</p>
        ) : (
          <Skeleton label={graphWords.loading} lines={3} className="py-4" />
        )}
      </div>
      <figcaption className="mt-2 flex flex-col gap-1 text-sm text-ink-muted">
        <div className="flex items-center justify-between gap-2">
          <Legend data={data} />
          {chosen && (chosen.scale < 0.98 || full) ? (
            <IconButton
              label={full ? graphWords.fit : graphWords.fullSize}
              icon={full ? <Minimize2 aria-hidden size={14} /> : <Maximize2 aria-hidden size={14} />}
              onClick={() => setFull(!full)}
            />
          ) : null}
        </div>
        <AsText data={data} now={now} open={failed} />
      </figcaption>
    </figure>
  )
}

/** Only what occurs in this picture. */
function Legend({ data }: { data: GraphData }) {
  const actors = [
    ...new Set(
      data.transitions.flatMap(({ actor, asks }): GraphActor[] => [
        actor === 'system' ? 'deterministic' : actor,
        ...(asks === null ? [] : (['human'] as const)),
      ]),
    ),
  ]
  const run = hasRun(data)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {actors.map((actor: GraphActor) => {
        const Mark = ACTOR_MARK[actor]
        return (
          <span key={actor} className="inline-flex items-center gap-1.5">
            <Mark aria-hidden size={13} />
            {graphWords.actors[actor]}
          </span>
        )
      })}
      {run ? (
        <>
          <span className="inline-flex items-center gap-1.5">
            <svg aria-hidden width="16" height="12">
              <rect
                x="0.75"
                y="0.75"
                width="14.5"
                height="10.5"
                rx="2.5"
                className="fill-hover stroke-control"
              />
            </svg>
            {graphWords.visited}
          </span>
          <LineSample word={graphWords.taken} dashed={false} />
          <LineSample word={graphWords.notTaken} dashed />
        </>
      ) : null}
      {data.states.some((state) => state.terminal) ? (
        <span className="inline-flex items-center gap-1.5">
          <svg aria-hidden width="16" height="12">
            <rect
              x="0.75"
              y="0.75"
              width="14.5"
              height="10.5"
              rx="2.5"
              className="fill-none stroke-control"
            />
            <rect x="3" y="3" width="10" height="6" rx="1" className="fill-none stroke-control" />
          </svg>
          {graphWords.end}
        </span>
      ) : null}
    </div>
  )
}

function LineSample({ word, dashed }: { word: string; dashed: boolean }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg aria-hidden width="20" height="6">
        <path
          d="M0 3H20"
          className={dashed ? 'stroke-control' : 'stroke-ink-muted'}
          strokeWidth={dashed ? 1.25 : 2}
          strokeDasharray={dashed ? '4 3' : undefined}
        />
      </svg>
      {word}
    </span>
  )
}

function AsText({ data, now, open }: { data: GraphData; now: string; open: boolean }) {
  return (
    <details open={open}>
      <summary className="inline-block rounded-sm text-accent hover:underline">{graphWords.asText}</summary>
      <ol className="mt-2 flex flex-col gap-1.5">
        {describeGraph(data, { ...graphWords, now }).map((line) => (
          <li key={line.state}>
            <span className="font-medium text-ink">{line.title}</span>
            {line.marks.length > 0 ? ` (${line.marks.join(', ')})` : ''}
            {line.ways.length > 0 ? (
              <ul className="list-disc pl-5">
                {line.ways.map((way) => (
                  <li key={way.key}>{way.text}</li>
                ))}
              </ul>
            ) : (
              `: ${graphWords.noWay}`
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}

function titleOf(data: GraphData, name: string | null): string | null {
  if (name === null) return null
  return plainTitle(data.states.find((state) => state.name === name)?.title ?? name)
}

function useWidth(frame: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return width
}
