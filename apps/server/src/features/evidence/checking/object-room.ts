const BLOCK_BYTES = 1_048_576;
/** Blocks that are kept; objects beyond them get memory of their own. */
const MOST_BLOCKS = 32;

/** Memory for objects that are looked at and forgotten, used again and again: what is asked for anew is cleared by the system each time. */
export class ObjectRoom {
  readonly #blocks: Buffer[] = [];
  #block = 0;
  #at = 0;

  /** Room for so many bytes, and one more: a reader that fills it knows that there were more. Nothing where there is none. */
  of(bytes: number | null): Buffer | undefined {
    if (bytes === null || bytes >= BLOCK_BYTES) return undefined;
    if (this.#at + bytes + 1 > BLOCK_BYTES) {
      this.#block += 1;
      this.#at = 0;
    }
    if (this.#block >= MOST_BLOCKS) return undefined;
    this.#blocks[this.#block] ??= Buffer.allocUnsafeSlow(BLOCK_BYTES);
    const from = this.#at;
    this.#at += bytes + 1;
    return this.#blocks[this.#block]?.subarray(from, this.#at);
  }

  /** Whatever lies in it is not needed any more. */
  empty(): void {
    this.#block = 0;
    this.#at = 0;
  }
}
