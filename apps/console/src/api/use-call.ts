import type { ConsoleCallName } from '@huimin/contract/console';
import { useCallback, useEffect, useState } from 'react';
import { CallProblem, call, type Inputs, isNoNumber, type Outputs, sentenceOf, whenBack } from './client.ts';

export interface Loaded<T> {
  /** What was answered last; null before. */
  readonly value: T | null;
  readonly loading: boolean;
  readonly problem: string | null;
  /** The server answered that what was asked for is not there, or is no such thing. */
  readonly isUnknown: boolean;
  reload(): void;
}

const NOTHING_WRONG = { problem: null, isUnknown: false };
const UNKNOWN = ['not-found', 'bad-input'];

/** The value of a reading call, asked for again when its input changes; an answer that was overtaken is not shown. */
export function useCall<N extends ConsoleCallName>(name: N, input: Inputs[N]): Loaded<Outputs[N]> {
  const key = JSON.stringify(input);
  const [round, setRound] = useState(0);
  const [state, setState] = useState<Omit<Loaded<Outputs[N]>, 'reload'>>({
    ...NOTHING_WRONG,
    value: null,
    loading: true,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a round more asks again
  useEffect(() => {
    const abort = new AbortController();
    setState((former) => ({ ...former, ...NOTHING_WRONG, loading: true }));
    call(name, JSON.parse(key) as Inputs[N], abort.signal).then(
      (value) => setState({ ...NOTHING_WRONG, value, loading: false }),
      (problem) => {
        if (abort.signal.aborted) return;
        const isUnknown = problem instanceof CallProblem && UNKNOWN.some((code) => code === problem.code);
        const sentence = isUnknown && isNoNumber(name, problem) ? '没有这个编号' : sentenceOf(problem);
        setState((former) => ({ ...former, loading: false, problem: sentence, isUnknown }));
      },
    );
    return () => abort.abort();
  }, [name, key, round]);
  const reload = useCallback(() => setRound((former) => former + 1), []);
  useEffect(() => whenBack(reload), [reload]);
  return { ...state, reload };
}
