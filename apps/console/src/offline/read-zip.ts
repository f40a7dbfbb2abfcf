const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const [LOCAL_LENGTH, CENTRAL_LENGTH, END_LENGTH] = [30, 46, 22];
const DEFLATED = 8;
const MOST_FILES = 20_000;

/** A file of a package, unpacked when it is asked for. */
export type PackedFile = () => Promise<Uint8Array<ArrayBuffer>>;

/** Thrown where a file is no package; the sentence is for the person. */
export class NotAPackage extends Error {}

/** The files of a package, as the format's section 9 has them. */
export function readZip(bytes: Uint8Array<ArrayBuffer>): Map<string, PackedFile> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const endAt = bytes.length - END_LENGTH;
  if (endAt < 0 || view.getUint32(endAt, true) !== END) throw new NotAPackage('这不是证据包（.evidence）');
  const files = new Map<string, PackedFile>();
  const count = Math.min(view.getUint16(endAt + 10, true), MOST_FILES);
  let at = view.getUint32(endAt + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_LENGTH > endAt || view.getUint32(at, true) !== CENTRAL)
      throw new NotAPackage('证据包的目录读不出');
    const [packed, nameLength] = [view.getUint32(at + 20, true), view.getUint16(at + 28, true)];
    const deflated = view.getUint16(at + 10, true) === DEFLATED;
    const name = new TextDecoder().decode(bytes.subarray(at + CENTRAL_LENGTH, at + CENTRAL_LENGTH + nameLength));
    const from = view.getUint32(at + 42, true);
    files.set(name, () => unpacked(bytes, view, from, packed, deflated));
    at += CENTRAL_LENGTH + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}

async function unpacked(
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
  at: number,
  packed: number,
  deflated: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  if (at + LOCAL_LENGTH > bytes.length || view.getUint32(at, true) !== LOCAL)
    throw new NotAPackage('证据包里有文件读不出');
  const from = at + LOCAL_LENGTH + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const body = bytes.subarray(from, from + packed);
  return deflated ? through(body, 'deflate-raw') : body;
}

/** Unpacks by what every browser has. */
export async function through(
  bytes: Uint8Array<ArrayBuffer>,
  how: 'deflate-raw' | 'gzip',
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(how));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
