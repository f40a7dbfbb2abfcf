export interface RecordingLoader {
  /** Fetches the recorder and begins; resolves at the latest when nobody should wait for it any longer. Never rejects. */
  ready(): Promise<void>;
}

/** A sale is held up this long, once; then it goes on, and says that it is not recorded by bringing no record's id. */
export const RECORDER_WAIT_MS = 3_000;

export function createRecordingLoader(parts: {
  load: () => Promise<void>;
  timers: { set(run: () => void, delayMs: number): unknown };
  onFailure: () => void;
}): RecordingLoader {
  let waiting: Promise<void> | null = null;
  return {
    ready() {
      waiting ??= Promise.race([
        parts.load().catch(() => {
          parts.onFailure();
          // The next screen tries again.
          waiting = null;
        }),
        new Promise<void>((resolve) => {
          parts.timers.set(resolve, RECORDER_WAIT_MS);
        }),
      ]);
      return waiting;
    },
  };
}
