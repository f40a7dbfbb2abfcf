import type { ConsoleCallName } from '@huimin/contract/console';
import { useCallback, useEffect, useState } from 'react';
import { call, type Inputs, type Outputs, sentenceOf, whenBack } from './client.ts';

export interface Loaded<T> {
  /** What was answered last; null before. */
  readonly value: T | null;
  readonly loading: boolean;
  readonly problem: string | null;
  reload(): void;
}

/** The value of a reading call, asked for again when its input changes; an answer that was overtaken is not shown. */
export function useCall<N extends ConsoleCallName>(name: N, input: Inputs[N]): Loaded<Outputs[N]> {
  const key = JSON.stringify(input);
  const [round, setRound] = useState(0);
  const [state, setState] = useState<Omit<Loaded<Outputs[N]>, 'reload'>>({ value: null, loading: true, problem: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a round more asks again
  useEffect(() => {
    const abort = new AbortController();
    setState((former) => ({ ...former, loading: true, problem: null }));
    call(name, JSON.parse(key) as Inputs[N], abort.signal).then(
      (value) => setState({ value, loading: false, problem: null }),
      (problem) => {
        if (!abort.signal.aborted) setState((former) => ({ ...former, loading: false, problem: sentenceOf(problem) }));
      },
    );
    return () => abort.abort();
  }, [name, key, round]);
  const reload = useCallback(() => setRound((former) => former + 1), []);
  useEffect(() => whenBack(reload), [reload]);
  return { ...state, reload };
}
