/** Gzip, where the browser has it: without it a batch goes as it is. */
export async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!('CompressionStream' in self)) return null;
  const Stream = (self as unknown as { CompressionStream: new (format: string) => GenericTransformStream })
    .CompressionStream;
  const packed = new Response(bytes).body?.pipeThrough(new Stream('gzip'));
  return packed ? new Uint8Array(await new Response(packed).arrayBuffer()) : null;
}
