import type { SettingsView } from '../../../../preload/contract.ts'
import { NewWorkspaceButton } from '../../../editing/new-workspace.tsx'
import { WhoName } from '../../../items/who.tsx'
import { Badge, Status } from '../../../ui/feedback/status.tsx'
import { Fact, Facts, HairlineList } from '../../../ui/list.tsx'
import { Section } from '../../../ui/section.tsx'
import { Command } from '../../../ui/text/command.tsx'
import { Said } from '../../../ui/text/said.tsx'
import { ShortId } from '../../../ui/text/short-id.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { settingsWords } from '../words.ts'
import { LastChanges } from './last-changes.tsx'
import { PathLine } from './path-line.tsx'
import { Workspaces } from './workspaces.tsx'

const words = settingsWords.workspace

/** Which configuration and data this desk works with, what is wrong with them, and how to have others. */
export function WorkspacePart({ settings, asked }: { settings: SettingsView; asked: string | null }) {
  const { name, configuration, files, dataFolder, sample, program, accepted } = settings.workspace
  const included = files.filter((file) => file !== configuration)
  return (
    <>
      <p className="mb-4 text-ink-muted">{sample ? words.sampleText : words.lead}</p>
      <div className="border-t border-line py-4">
        <Facts>
          <Fact name={words.name}>
            {name} {sample ? <Badge shape={false}>{words.sample}</Badge> : null}
          </Fact>
          <Fact name={words.configuration}>
            <PathLine path={configuration} copyLabel={words.copyPath} />
          </Fact>
          {included.length > 0 ? (
            <Fact name={words.included}>
              <ul>
                {included.map((file) => (
                  <li key={file}>
                    <PathLine path={file} copyLabel={words.copyPath} />
                  </li>
                ))}
              </ul>
            </Fact>
          ) : null}
          <Fact name={words.accepted}>
            <Accepted accepted={accepted} />
          </Fact>
          <Fact name={words.data}>
            <PathLine path={dataFolder} copyLabel={words.copyPath} />
            <p className="text-sm text-ink-muted">
              {words.dataText}{' '}
              <a className="rounded-sm underline" href="#/settings/data">
                {words.toData}
              </a>
            </p>
          </Fact>
        </Facts>
      </div>
      <Problems problems={settings.problems} />
      <LastChanges />
      <Workspaces asked={asked} />
      <Section title={words.own}>
        <p className="mb-2 text-ink-muted">{words.ownText}</p>
        <NewWorkspaceButton />
        <p className="mt-4 mb-2 text-ink-muted">{words.ownByHand}</p>
        <ul className="flex flex-col gap-2">
          <li>
            {words.ownSteps[0]} <Command text={words.check(program)} />
          </li>
          <li>
            {words.ownSteps[1]} <Command text={words.serve(program)} />
          </li>
        </ul>
      </Section>
    </>
  )
}

/** When and by whom what is in force was accepted, and how the files stand to it. */
function Accepted({ accepted }: { accepted: SettingsView['workspace']['accepted'] }) {
  const { hash, acceptedAt, acceptedBy, disk, approvalId, refused } = accepted
  const starter = words.acceptedBy[acceptedBy as keyof typeof words.acceptedBy]
  return (
    <>
      <p>
        {starter ?? <WhoName id={acceptedBy} />}, <Time at={acceptedAt} />,{' '}
        <ShortId id={hash} copyLabel={words.copyHash} />
      </p>
      {disk === 'same' ? null : (
        <p className="mt-1">
          <Status tone={disk === 'invalid' ? 'failed' : 'needs'}>{words.disk[disk]}</Status>{' '}
          <span className="text-ink-muted">{words.diskText[disk]}</span>{' '}
          {refused === null ? null : (
            <span className="text-ink-muted">
              <WhoName id={refused.by} />, <Time at={refused.at} />
            </span>
          )}
          {approvalId === null ? null : (
            <a className="rounded-sm underline" href={`#/inbox/${encodeURIComponent(approvalId)}`}>
              {words.decide}
            </a>
          )}
        </p>
      )}
    </>
  )
}

function Problems({ problems }: { problems: SettingsView['problems'] }) {
  return (
    <Section title={words.problems}>
      {problems.length === 0 ? (
        <p>
          <Status tone="done">{words.noProblems}</Status>{' '}
          <span className="text-ink-muted">{words.noProblemsText}</span>
        </p>
      ) : (
        <HairlineList>
          {problems.map((problem) => (
            <li
              key={`${problem.file} ${problem.line} ${problem.column} ${problem.message}`}
              className="row-padding flex gap-3"
            >
              <Status
                tone={problem.severity === 'error' ? 'failed' : 'risky'}
                className="w-20 shrink-0 self-start"
              >
                {words.severity[problem.severity]}
              </Status>
              <span className="min-w-0">
                <span className="[overflow-wrap:anywhere]">
                  <Said text={problem.message} />
                </span>
                <span className="block text-sm text-ink-muted [overflow-wrap:anywhere]">
                  {problem.file}, {words.line(problem.line, problem.column)}
                </span>
              </span>
            </li>
          ))}
        </HairlineList>
      )}
    </Section>
  )
}
