/** A whole batch of the size that costs a noticeable while is fed in pieces, with a pause for the page between them. */
const PIECE = 16_384;

/** Gzip: by the browser, or by our own code in the browsers before that. */
export async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text);
  if ('CompressionStream' in self) {
    const Stream = (self as unknown as { CompressionStream: new (format: string) => GenericTransformStream })
      .CompressionStream;
    const packed = new Response(bytes).body?.pipeThrough(new Stream('gzip'));
    if (packed) return new Uint8Array(await new Response(packed).arrayBuffer());
  }
  const { Gzip } = await import('fflate');
  const parts: Uint8Array[] = [];
  const stream = new Gzip({ level: 6 }, (part) => parts.push(part));
  for (let at = 0; at < bytes.length; at += PIECE) {
    await idle();
    stream.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
  }
  const packed = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    packed.set(part, at);
    at += part.length;
  }
  return packed;
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 200 });
    else setTimeout(resolve, 10);
  });
}
