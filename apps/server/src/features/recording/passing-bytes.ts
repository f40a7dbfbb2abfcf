/** Texts up to here share one memory; what is longer gets its own. */
const SHARED_LENGTH = 65_536;
const MOST_UTF8_OF_UNIT = 3;
const shared = Buffer.allocUnsafeSlow(SHARED_LENGTH * MOST_UTF8_OF_UNIT);

/**
 * A text's UTF-8, for whoever is done with it before anybody asks for another one: the next text is written over it. The engine looks through all it holds whenever some megabytes of new buffers have come, so that memory which is only passed
 * through is not made anew for each batch.
 */
export function passingBytes(text: string): Buffer {
  const memory = text.length <= SHARED_LENGTH ? shared : Buffer.allocUnsafe(text.length * MOST_UTF8_OF_UNIT);
  return memory.subarray(0, memory.write(text));
}
