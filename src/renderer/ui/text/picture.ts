/** Pictures that stand in data, as far as they may be shown: of a closed list of kinds, checked by their first bytes. */
export interface Picture {
  /** A data URL of its own making. */
  url: string
  mimeType: string
  /** Bytes. */
  size: number
}

/** Characters of base64; what is larger is not drawn. */
const LONGEST = 3_000_000
const MOST_PIXELS = 40_000_000
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
const DATA_URL = /^data:(image\/[a-z]+);base64,/

/** Null: it is none, or none that may be drawn. Never a drawing with programs in it (SVG). Pure. */
export function readPicture(value: unknown): Picture | null {
  if (typeof value === 'string') {
    const mimeType = DATA_URL.exec(value.slice(0, 40))?.[1]
    return mimeType === undefined ? null : check(mimeType, value.slice(value.indexOf(',') + 1))
  }
  if (typeof value !== 'object' || value === null) return null
  const { data, mimeType } = value as { data?: unknown; mimeType?: unknown }
  return typeof data === 'string' && typeof mimeType === 'string' ? check(mimeType, data) : null
}

/** It calls itself a picture, whether or not it may be drawn. Pure. */
export function isNamedPicture(value: object): boolean {
  const { data, mimeType } = value as { data?: unknown; mimeType?: unknown }
  return typeof data === 'string' && typeof mimeType === 'string' && mimeType.startsWith('image/')
}

function check(mimeType: string, data: string): Picture | null {
  if (data.length > LONGEST || data.length % 4 !== 0 || !BASE64.test(data)) return null
  const bytes = Uint8Array.from(atob(data.slice(0, 4096 * 16)), (character) => character.charCodeAt(0))
  const pixels = PIXELS[mimeType]?.(bytes, new DataView(bytes.buffer)) ?? null
  if (pixels === null || pixels > MOST_PIXELS) return null
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0
  return { url: `data:${mimeType};base64,${data}`, mimeType, size: (data.length / 4) * 3 - padding }
}

/** Width times height; null: it is not of this kind. */
const PIXELS: Record<string, (bytes: Uint8Array, view: DataView) => number | null> = {
  'image/png': (bytes, view) =>
    begins(bytes, [0x89, 0x50, 0x4e, 0x47]) && bytes.length > 24
      ? view.getUint32(16) * view.getUint32(20)
      : null,
  'image/gif': (bytes, view) =>
    begins(bytes, [0x47, 0x49, 0x46, 0x38]) && bytes.length > 10
      ? view.getUint16(6, true) * view.getUint16(8, true)
      : null,
  'image/jpeg': (bytes, view) => (begins(bytes, [0xff, 0xd8, 0xff]) ? sizeOfJpeg(view) : null),
  'image/webp': (bytes, view) =>
    begins(bytes, [0x52, 0x49, 0x46, 0x46]) && bytes.length > 30 && view.getUint32(8) === 0x57454250
      ? sizeOfWebp(bytes, view)
      : null,
}

function begins(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte)
}

/** Its size stands in the first frame, after parts of any length. */
function sizeOfJpeg(view: DataView): number | null {
  let at = 2
  while (at + 9 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return view.getUint16(at + 5) * view.getUint16(at + 7)
    at += 2 + view.getUint16(at + 2)
  }
  return null
}

function sizeOfWebp(bytes: Uint8Array, view: DataView): number | null {
  const kind = String.fromCharCode(...bytes.subarray(12, 16))
  if (kind === 'VP8X') {
    const at = (from: number) => view.getUint16(from, true) + (view.getUint8(from + 2) << 16) + 1
    return at(24) * at(27)
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return ((bits & 0x3fff) + 1) * (((bits >> 14) & 0x3fff) + 1)
  }
  return kind === 'VP8 ' ? (view.getUint16(26, true) & 0x3fff) * (view.getUint16(28, true) & 0x3fff) : null
}
