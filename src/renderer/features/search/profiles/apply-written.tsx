import type { ApplyPreview } from '../../../../preload/contract.ts'
import { differenceWords } from '../../../editing/difference-words.ts'
import { Notice } from '../../../ui/feedback/error-state.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { PatchDifference } from '../../../ui/text/difference.tsx'
import { profileWords as words } from './profile-words.ts'

/** What applying writes into the configuration, or why it cannot. */
export function ApplyWritten({ preview: { file, patch, problems } }: { preview: ApplyPreview }) {
  return (
    <section aria-label={words.difference} className="flex flex-col gap-2">
      {problems.length === 0 ? null : (
        <Notice tone="failed">
          <p>{words.problems}</p>
          <ul className="list-disc pl-4">
            {problems.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                {message} <span className="text-sm">({words.line(line)})</span>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {patch === '' ? (
        <p className="text-ink-muted">{words.same}</p>
      ) : (
        <>
          <p className="text-sm text-ink-muted">
            {words.file} <Code>{file}</Code>
          </p>
          <PatchDifference
            patch={patch.slice(Math.max(0, patch.indexOf('@@')))}
            label={words.difference}
            words={differenceWords}
          />
        </>
      )}
    </section>
  )
}
