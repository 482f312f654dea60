/** A zip archive of a few small files, stored as they are. Pure. May import: nothing of ours. */

export interface ZipEntry {
  /** With `/` between folders. */
  name: string
  content: Buffer
}

/** The version of the format that knows folders; names are UTF-8. */
const NEEDS = 20
const UTF8 = 0x0800
/** The first day that the format knows: two archives of the same files are the same. */
const FIRST_DAY = 0x0021
/** A plain file that everybody may read. */
const ATTRIBUTES = (0o100644 << 16) >>> 0

export function writeZip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content } of entries) {
    const path = Buffer.from(name, 'utf8')
    const facts = describe(path, content)
    const local = Buffer.concat([uint32(0x04034b50), facts, path, content])
    directory.push(
      Buffer.concat([
        ...[uint32(0x02014b50), uint16((3 << 8) | NEEDS), facts],
        // No comment, on the first disk, no text.
        ...[uint16(0), uint16(0), uint16(0), uint32(ATTRIBUTES), uint32(at), path],
      ]),
    )
    files.push(local)
    at += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.concat([
    ...[uint32(0x06054b50), uint16(0), uint16(0), uint16(entries.length), uint16(entries.length)],
    ...[uint32(listed.length), uint32(at), uint16(0)],
  ])
  return Buffer.concat([...files, listed, end])
}

/** What both its own head and the directory say of a file. */
function describe(path: Buffer, content: Buffer): Buffer {
  const size = uint32(content.length)
  return Buffer.concat([
    ...[uint16(NEEDS), uint16(UTF8), uint16(0), uint16(0), uint16(FIRST_DAY)],
    ...[uint32(checksum(content)), size, size, uint16(path.length), uint16(0)],
  ])
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** CRC-32: the Node of the app does not bring one along yet. */
function checksum(content: Buffer): number {
  let value = 0xffffffff
  for (const byte of content) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] ?? 0)
  return ~value >>> 0
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
