import { Terminal } from 'lucide-react'
import type { TrialPreview } from '../../preload/contract.ts'
import { RiskLine } from '../items/risk-line.tsx'
import { Said } from '../ui/text/said.tsx'
import { CallView, NextSteps } from '../values/call-view.tsx'
import { joinNames } from '../words.ts'
import { tryWords } from './try-words.ts'

/** The literal call, what follows by itself, where it stops, who is asked, how grave it is. */
export function WhatWouldRun({ preview }: { preview: TrialPreview }) {
  const { problems, hiddenFrom } = preview
  if (problems.length > 0)
    return (
      <div>
        <p className="text-ink-muted">{tryWords.refused}</p>
        <ul className="mt-1 list-disc pl-5 [overflow-wrap:anywhere]">
          {problems.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path === '' ? null : <span className="font-mono text-sm">{tryWords.atField(path)}: </span>}
              <Said text={message} />
            </li>
          ))}
        </ul>
      </div>
    )
  return (
    <div className="flex flex-col gap-2 [overflow-wrap:anywhere]">
      {preview.call === null ? null : (
        <div className="flex gap-1.5">
          <Terminal aria-hidden size={14} className="mt-[3px] shrink-0 text-ink-faint" />
          <span className="min-w-0 flex-1">
            <span className="text-ink-muted">{tryWords.runs}</span>
            <CallView text={preview.call} />
          </span>
        </div>
      )}
      <NextSteps steps={preview.steps} />
      {preview.asks === null ? null : (
        <p>
          <span className="text-ink-muted">{tryWords.asked}: </span>
          {preview.asks}
        </p>
      )}
      {preview.stopsAt === '' ? null : (
        <p className="text-ink-muted">
          <Said text={preview.stopsAt} />
        </p>
      )}
      <RiskLine risk={preview.risk} reason={preview.riskReason} />
      {hiddenFrom.length === 0 ? null : (
        <p className="text-sm text-ink-muted">
          {tryWords.hidden(joinNames(hiddenFrom.map((name) => `‘${name}’`)))}
        </p>
      )}
    </div>
  )
}
