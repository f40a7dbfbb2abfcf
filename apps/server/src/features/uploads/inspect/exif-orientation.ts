const SIGNATURE = 'Exif\0\0';
const ORIENTATION = 0x0112;
const SHORT = 3;

/** Which way is up (1 to 8) according to the body of an APP1 segment; null where it does not say. */
export function orientationOf(body: Buffer): number | null {
  if (body.toString('latin1', 0, SIGNATURE.length) !== SIGNATURE) return null;
  const tiff = body.subarray(SIGNATURE.length);
  const order = tiff.toString('latin1', 0, 2);
  if ((order !== 'II' && order !== 'MM') || tiff.length < 10) return null;
  const short = (at: number): number => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return null;
  const count = short(directory);
  for (let entry = directory + 2; entry < directory + 2 + count * 12 && entry + 12 <= tiff.length; entry += 12) {
    if (short(entry) !== ORIENTATION || short(entry + 2) !== SHORT) continue;
    const value = short(entry + 8);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

/** An APP1 segment that says which way is up and nothing else. */
export function exifWithOrientation(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  const segment = Buffer.concat([Buffer.from('ffe10000', 'hex'), Buffer.from(SIGNATURE, 'latin1'), tiff]);
  segment.writeUInt16BE(segment.length - 2, 2);
  return segment;
}
