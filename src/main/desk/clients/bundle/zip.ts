/** A zip archive: the same files give the same bytes. Pure. May import: nothing of ours. */
import { deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  /** With `/` between folders. */
  name: string
  content: Buffer
  /** Whoever unpacks it may run it. */
  executable?: boolean
}

/** The version of the format that knows folders; names are UTF-8. */
const NEEDS = 20
const UTF8 = 0x0800
/** The first day that the format knows: two archives of the same files are the same. */
const FIRST_DAY = 0x0021
/** Plain files that everybody may read, and run. */
const PLAIN = (0o100644 << 16) >>> 0
const PROGRAM = (0o100755 << 16) >>> 0

/** How a file is kept in it. */
const STORED = 0
const DEFLATED = 8

/** @param options `compress`: what gets smaller by it is compressed, else all is stored as it is */
export function writeZip(entries: readonly ZipEntry[], options: { compress?: boolean } = {}): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, executable = false } of entries) {
    const path = Buffer.from(name, 'utf8')
    const deflated = options.compress ? deflateRawSync(content, { level: 9 }) : content
    const kept = deflated.length < content.length ? deflated : content
    const facts = describe(path, content, kept)
    const local = Buffer.concat([uint32(0x04034b50), facts, path, kept])
    directory.push(
      Buffer.concat([
        ...[uint32(0x02014b50), uint16((3 << 8) | NEEDS), facts],
        // No comment, on the first disk, no text.
        ...[uint16(0), uint16(0), uint16(0), uint32(executable ? PROGRAM : PLAIN), uint32(at), path],
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

/** What both its own head and the directory say of a file. `kept`: its content as it stands in the archive. */
function describe(path: Buffer, content: Buffer, kept: Buffer): Buffer {
  const method = kept === content ? STORED : DEFLATED
  return Buffer.concat([
    ...[uint16(NEEDS), uint16(UTF8), uint16(method), uint16(0), uint16(FIRST_DAY)],
    ...[
      uint32(checksum(content)),
      uint32(kept.length),
      uint32(content.length),
      uint16(path.length),
      uint16(0),
    ],
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
