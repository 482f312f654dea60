const LEFT_ENCODED = /%(?:2[346BCF]|3[ABDF]|40)/giu

/** An identifier out of an address: the router leaves the signs encoded that divide addresses. Pure. */
export function readRouteId(part: string | null): string | null {
  return part === null ? null : part.replace(LEFT_ENCODED, decodeURIComponent)
}

/** The same the other way. A server may name a tool with half a character, which no address can hold. Pure. */
export function writeRouteId(id: string): string {
  return encodeURIComponent(id.toWellFormed())
}
