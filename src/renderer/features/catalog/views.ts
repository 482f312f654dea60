import { writeRouteId } from '../../routes/route-id.ts'

export const VIEWS = ['workflows', 'capabilities', 'connections'] as const
export type View = (typeof VIEWS)[number]

export function routeOf(view: View, id: string | null): string {
  return id === null ? `/catalog/${view}` : `/catalog/${view}/${writeRouteId(id)}`
}
