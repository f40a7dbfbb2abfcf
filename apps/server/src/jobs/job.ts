/** Work that runs at its own pace on every replica; leases inside keep two replicas from doing a piece twice. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** About this very server: it runs here even where others do the common work. */
  readonly ofThisServer?: boolean;
  /** Of the time between two turns, at most this share is spent on it: what is added up must not slow what is sold. */
  readonly mostShare?: number;
  /** Does one round; answers how many pieces were done. More than zero means: look again at once. */
  run(): Promise<number>;
}

export const isOfThisServer = ({ ofThisServer }: Job): boolean => ofThisServer === true;
