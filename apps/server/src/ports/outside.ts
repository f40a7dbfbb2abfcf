/** Time and chance, handed in so that tests decide them. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Whether it was set apart from the machine's time, so that answers have to say which it is. Never unless there. */
  readonly isMoved?: () => boolean;
}

export interface Random {
  bytes(size: number): Buffer;
  /** Whole number in [0, below). */
  below(below: number): number;
}

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
