import { crc32, inflateRawSync } from 'node:zlib'

/** The files of an archive, found by its directory as readers do, each held against its checksum. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let place = 0; place < archive.readUInt16LE(end + 10); place += 1) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw new Error('There is no entry of the directory.')
    const [method, sum, size] = [
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 16),
      archive.readUInt32LE(at + 20),
    ]
    const [name, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset))
    const local = archive.readUInt32LE(at + 42)
    if (archive.readUInt32LE(local) !== 0x04034b50) throw new Error('There is no file where it should be.')
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const held = archive.subarray(start, start + size)
    const content = method === 0 ? held : inflateRawSync(held)
    if (crc32(content) !== sum) throw new Error('A checksum is wrong.')
    files.set(archive.subarray(at + 46, at + 46 + (name ?? 0)).toString('utf8'), content)
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return files
}
