import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";

const pack = promisify(deflateRaw);
const VERSION = 20;
const UTF8_NAMES = 0x0800;
const DEFLATE = 8;

/** Writes a ZIP archive of small files (APPNOTE 4.3): for each file a local header with its content, then the index. */
export async function writeZip(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const parts: Buffer[] = [];
  const index: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const packed = await pack(content);
    const common = headerOf(name, content, packed.length);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    index.push(Buffer.from("PK\x01\x02"), Buffer.from([VERSION, 0]), common, place, Buffer.from(name));
    parts.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(index);
  const end = Buffer.alloc(18);
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, directory, Buffer.from("PK\x05\x06"), end]);
}

/** The fields that the local header and the index share. */
function headerOf(name: string, content: Buffer, packedLength: number): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(VERSION, 0);
  header.writeUInt16LE(UTF8_NAMES, 2);
  header.writeUInt16LE(DEFLATE, 4);
  // 1980-01-01, the first day that the format knows.
  header.writeUInt16LE(0x21, 8);
  header.writeUInt32LE(crc32(content), 10);
  header.writeUInt32LE(packedLength, 14);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt16LE(Buffer.byteLength(name), 22);
  return header;
}
