/** Work that runs at its own pace on every replica; leases inside keep two replicas from doing a piece twice. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** Does one round; answers how many pieces were done. More than zero means: look again at once. */
  run(): Promise<number>;
}
