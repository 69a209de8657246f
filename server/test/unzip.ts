import { inflateRawSync } from 'node:zlib';

const endOfDirectory = 0x06_05_4b_50;

/** The files of a ZIP archive, by path (APPNOTE 4.3). */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || archive.readUInt32LE(end) !== endOfDirectory) throw new Error('the archive is incomplete');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const header = archive.readUInt32LE(at + 42);
    const path = archive.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    const data = archive.subarray(start, start + size);
    files.set(path, method === 8 ? inflateRawSync(data) : data);
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}
