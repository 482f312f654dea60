export function Catalog(_: { view: string | null; id: string | null }) {
  return null
}
