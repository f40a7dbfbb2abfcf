import { crc32, deflateRawSync } from 'node:zlib';

export interface Part {
  readonly name: string;
  readonly text: string;
  readonly packed?: boolean;
}

/** A zip as the format's description has it: each file, the list of them, the end. */
export function zipOf(parts: readonly Part[], comment = ''): Buffer {
  const files: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const { name, text, packed = false } of parts) {
    const plain = Buffer.from(text);
    const content = packed ? deflateRawSync(plain) : plain;
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(packed ? 8 : 0, 4);
    facts.writeUInt32LE(crc32(plain), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(plain.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const extra = Buffer.from('xx');
    facts.writeUInt16LE(extra.length, 24);
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), extra, content]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    const listed = Buffer.from(facts);
    listed.writeUInt16LE(0, 24);
    list.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), listed, rest, Buffer.from(name));
    files.push(file);
    at += file.length;
  }
  const listBytes = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(listBytes.length, 8);
  end.writeUInt32LE(at, 12);
  end.writeUInt16LE(comment.length, 16);
  return Buffer.concat([...files, listBytes, Buffer.from('PK\x05\x06', 'latin1'), end, Buffer.from(comment)]);
}
