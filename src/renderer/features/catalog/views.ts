import { writeRouteId } from '../../routes/route-id.ts'

export const VIEWS = ['workflows', 'capabilities', 'tools', 'connections'] as const
export type CatalogView = (typeof VIEWS)[number]
/** Those with a list beside a detail. */
export type ListView = Exclude<CatalogView, 'tools'>

export function routeOf(view: CatalogView, id: string | null): string {
  return id === null ? `/catalog/${view}` : `/catalog/${view}/${writeRouteId(id)}`
}
