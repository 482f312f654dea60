/** Items that are about no step of a workflow, as cards: what changed, or what a server asks (R5.8). */
import type { InboxDetail, InboxItem, Outcome, SentencePart } from '../../preload/contract.ts'
import type { Approval } from '../model/approval.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts'
import { quoteSaying, visibleText } from '../workflow/quote.ts'
import { type GateSource, gatesNow } from './asked-first.ts'
import { describeProposed } from './proposed-definition.ts'
import { describeToolChange, type Names } from './tool-change.ts'

type Card = Pick<
  InboxItem,
  'sentence' | 'because' | 'risk' | 'riskReason' | 'definitionTitle' | 'definitionId' | 'state'
>

const author = (text: string): SentencePart => ({ kind: 'author', text })
const quote = (text: string): SentencePart => ({ kind: 'quote', text })
const name = (text: string): SentencePart => ({ kind: 'name', text })

export function describeSubjectCard(approval: Approval): Card {
  const { subject, kind } = approval
  const common = { definitionId: '', state: '' }
  const connection = textOf(subject.connection)
  switch (kind) {
    case 'tool_change': {
      const isNew = subject.before === null
      return {
        ...common,
        definitionTitle: connection,
        sentence: [
          author('The server '),
          name(connection),
          author(isNew ? ' offers a new tool: ' : ' describes a tool differently: '),
          name(textOf(subject.tool)),
        ],
        because: 'New and changed tools are used only after a person accepts them.',
        risk: 'medium',
        riskReason: 'Agents read the description, and may call what it describes.',
      }
    }
    case 'configuration': {
      const weaker = textsOf(subject.weaker)
      return {
        ...common,
        definitionTitle: 'Configuration',
        sentence: [author('The settings file was edited. Apply the changes?')],
        because: `${quoteSaying(textOf(subject.path))} differs from the rules in use.`,
        risk: weaker.length > 0 ? 'high' : 'medium',
        riskReason: weaker.length > 0 ? 'It loosens rules.' : 'It changes what agents may do.',
      }
    }
    case 'elicitation':
      return {
        ...common,
        definitionTitle: connection,
        sentence: [
          author('The server '),
          name(connection),
          author(' asks: '),
          quote(textOf(subject.message)),
        ],
        because: 'The server needs your answer to finish a call. Your answer approves nothing.',
        risk: 'low',
        riskReason: 'Your answer goes to this server only.',
      }
    default:
      return {
        ...common,
        definitionTitle: textOf(subject.title),
        sentence: [
          author(
            typeof subject.before === 'string'
              ? 'A change of a workflow is proposed: '
              : 'A new workflow is proposed: ',
          ),
          name(textOf(subject.name ?? subject.title)),
        ],
        because: 'Workflows that agents propose are used only after a person accepts them.',
        risk: 'high',
        riskReason: 'It decides what agents may do later.',
      }
  }
}

/** What it is about; null: nothing but the step that it holds back. */
export function describeSubject(approval: Approval, gateway: Names & GateSource): InboxDetail['subject'] {
  const { subject, kind } = approval
  if (Object.keys(subject).length === 0) return null
  const tool = describeToolChange(approval, gateway)
  const definition = describeProposed(approval, gatesNow(gateway))
  const patches = Array.isArray(subject.files) ? subject.files.filter(isJsonObject) : []
  return {
    warnings: [...textsOf(subject.weaker), ...textsOf(subject.warnings)],
    notes: tool === null ? textsOf(subject.changes) : [],
    files:
      tool === null ? patches.map((file) => ({ path: textOf(file.path), patch: textOf(file.patch) })) : [],
    quote: kind === 'elicitation' ? textOf(subject.message) : null,
    tool,
    definition,
  }
}

/** The buttons; `names` as whoever asked has them, the first lets it through. */
export function listSubjectOutcomes(approval: Approval, names: string[]): Outcome[] {
  const { risk, riskReason } = describeSubjectCard(approval)
  return names.map((outcome, place) => {
    const approves = place === 0
    const isAnswer = approval.kind === 'elicitation' && approves
    return {
      name: outcome,
      label: LABELS[`${approval.kind} ${outcome}`] ?? LABELS[outcome] ?? outcome,
      description: null,
      tone: approves ? 'approve' : 'refuse',
      sentence: [author(approves ? 'What is shown is used' : 'Nothing changes')],
      risk: approves ? risk : 'low',
      riskReason: approves ? riskReason : 'Everything stays as it is.',
      confirm: approves && risk === 'high',
      undoMs: 0,
      inputSchema: isAnswer && isJsonObject(approval.subject.schema) ? approval.subject.schema : null,
      arguments: approval.arguments,
    }
  })
}

const LABELS: Record<string, string> = {
  'tool_change approve': 'Accept the tool',
  'tool_change refuse': 'Leave it out',
  'configuration approve': 'Apply the changes',
  'configuration refuse': 'Keep the rules in use',
  'definition approve': 'Accept the workflow',
  approve: 'Approve',
  refuse: 'Refuse',
  answer: 'Send the answer',
  decline: 'Do not answer',
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function textsOf(value: JsonObject[string] | undefined): string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string').map(visibleText) : []
}
