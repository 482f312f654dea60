/** What `run_workflow` answers: the fields of seed 004, and the links of a run that waits. May import: model. */
import type { Link } from '../model/response.ts'
import type { StepResult } from './step-results.ts'

export interface RunResult {
  status: 'success' | 'failed' | 'partial'
  workflow_id: string
  steps_completed: number
  steps_total: number
  step_results: StepResult[]
  execution_time: number
  error_message: string | null
  links?: Link[]
}

/** Nothing was started. */
export function refused(message: string): RunResult {
  return {
    status: 'failed',
    workflow_id: '',
    steps_completed: 0,
    steps_total: 0,
    step_results: [],
    execution_time: 0,
    error_message: message,
  }
}
