export interface Progress {
  done(failures: number): void;
  /** Prints something that stays. */
  line(text: string): void;
  end(): void;
}

const WIDTH = 40;

/** A bar on a terminal, a line for every tenth elsewhere. */
export function showProgress(count: number, silent: boolean): Progress {
  const startedAt = performance.now();
  const terminal = process.stdout.isTTY === true;
  let done = 0;
  const bar = (failures: number): string => {
    const filled = Math.round((done / count) * WIDTH);
    const seconds = ((performance.now() - startedAt) / 1_000 / done).toFixed(2);
    return `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${done}/${count}, ${failures} failed, ${seconds} s each`;
  };
  return {
    done(failures) {
      done += 1;
      if (silent) return;
      if (terminal) process.stdout.write(`\r${bar(failures)}`);
      else if (done % Math.ceil(count / 10) === 0) console.log(bar(failures));
    },
    line: (text) => console.log(text),
    end: () => {
      if (terminal && !silent) process.stdout.write('\n');
    },
  };
}
