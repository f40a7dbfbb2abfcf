import { keyEntry, type LogEntry } from '../log/index.ts';
import { type Signer, signerOf } from '../signature/index.ts';
import { bytesOf, type Chance } from './journey.ts';

/**
 * When the keys of log and manifests change: in the middle (true), where `unsigned` has nothing but the new key's word for it;
 * twice there, one change right behind the other; to others and back to the first; before anything else stands in the log; or last of
 * all, where `unheeded` lets the log sign with its former key all the same.
 */
export type Rotation = boolean | 'unsigned' | 'twice' | 'back' | 'first' | 'last' | 'unheeded';

/** Keys that follow one another, and where the log says so. */
export class KeyRow {
  log: Signer;
  signing: Signer;
  /** Places of the entries. */
  readonly entries: number[] = [];
  readonly #when: Rotation;
  readonly #chance: Chance;
  readonly #append: (entry: LogEntry) => number;

  constructor(
    { log, signing }: Pick<KeyRow, 'log' | 'signing'>,
    when: Rotation,
    chance: Chance,
    append: (entry: LogEntry) => number,
  ) {
    [this.log, this.signing] = [log, signing];
    this.#when = when;
    this.#chance = chance;
    this.#append = append;
  }

  rotate(moment: 'first' | 'middle' | 'last', at: number): void {
    const when = this.#when;
    const isAtEnd = when === 'last' || when === 'unheeded';
    if (when === false || moment !== (when === 'first' ? 'first' : isAtEnd ? 'last' : 'middle')) return;
    const { log, signing } = this;
    this.#change(this.#next(), this.#next(), at);
    if (when === 'twice') this.#change(this.#next(), this.#next(), at);
    if (when === 'back') this.#change(log, signing, at);
    if (when === 'unheeded') this.log = log;
  }

  #next(): Signer {
    return signerOf(bytesOf(this.#chance, 32));
  }

  #change(log: Signer, signing: Signer, at: number): void {
    const change = (from: Signer, to: Signer): number =>
      this.#append(
        this.#when === 'unsigned'
          ? ({ ...keyEntry(to, to, at), previous: from.publicKey.toString('base64') } as LogEntry)
          : keyEntry(from, to, at),
      );
    // The key of the log last: a checkpoint right behind it is the first that the new one signs.
    this.entries.push(change(this.signing, signing), change(this.log, log));
    [this.log, this.signing] = [log, signing];
  }
}
