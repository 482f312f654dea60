/** While the gateway stops or hands over, nothing new is begun (R3.2). */
import type { WorkflowAnswer } from '../model/response.ts'
import { discoveryLinks, selfLink } from '../workflow/links.ts'
import { bare } from './submit/answer.ts'

export function drainingAnswer(workflowId?: string): WorkflowAnswer {
  const message = 'The gateway is about to stop and begins nothing new. Try again in a moment.'
  return bare({
    ...(workflowId === undefined ? {} : { workflowId }),
    result: { status: 'rejected', message },
    error: { code: 'GATEWAY_DRAINING', message },
    links: workflowId === undefined ? discoveryLinks() : [selfLink(workflowId)],
  })
}
