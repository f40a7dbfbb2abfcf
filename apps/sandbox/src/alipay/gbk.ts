let table: Map<string, Buffer> | undefined;

/** Text in GBK; a character that GBK does not have becomes a question mark. */
export function gbk(text: string): Buffer {
  table ??= buildTable();
  const parts: Buffer[] = [];
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    parts.push(code < 0x80 ? Buffer.from([code]) : (table.get(char) ?? Buffer.from('?')));
  }
  return Buffer.concat(parts);
}

/** Node decodes GBK but does not encode it, so every two-byte code is decoded once. */
function buildTable(): Map<string, Buffer> {
  const decoder = new TextDecoder('gbk');
  const made = new Map<string, Buffer>();
  for (let lead = 0x81; lead <= 0xfe; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      if (trail === 0x7f) continue;
      const bytes = Buffer.from([lead, trail]);
      const char = decoder.decode(bytes);
      if ([...char].length === 1 && char !== '\ufffd' && !made.has(char)) made.set(char, bytes);
    }
  }
  return made;
}
