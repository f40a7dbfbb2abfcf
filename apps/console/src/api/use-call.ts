import type { ConsoleCallName } from '@huimin/contract/console';
import { useCallback, useEffect, useState } from 'react';
import { CallProblem, call, type Inputs, isNoNumber, type Outputs, sentenceOf, whenBack } from './client.ts';

export interface Loaded<T> {
  /** What was answered last; null before, and where nothing was answered to what is asked now. */
  readonly value: T | null;
  readonly loading: boolean;
  readonly problem: string | null;
  /** The server answered that what was asked for is not there, or is no such thing. */
  readonly isUnknown: boolean;
  reload(): void;
}

/** With what was asked when the value was answered. */
type State<T> = Omit<Loaded<T>, 'reload'> & { readonly answered: string | null };

const NOTHING_WRONG = { problem: null, isUnknown: false };
const UNKNOWN = ['not-found', 'bad-input'];

/**
 * The value of a reading call, asked for again when its input changes; an answer that was overtaken is not shown. Where the asking fails,
 * the rows of another filter do not stay below it as if they were its own; what could only not be read anew stays.
 */
export function useCall<N extends ConsoleCallName>(name: N, input: Inputs[N]): Loaded<Outputs[N]> {
  const key = JSON.stringify(input);
  const [round, setRound] = useState(0);
  const [{ answered: _, ...state }, setState] = useState<State<Outputs[N]>>({
    ...NOTHING_WRONG,
    ...{ value: null, loading: true, answered: null },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a round more asks again
  useEffect(() => {
    const abort = new AbortController();
    setState((former) => ({ ...former, ...NOTHING_WRONG, loading: true }));
    call(name, JSON.parse(key) as Inputs[N], abort.signal).then(
      (value) => setState({ ...NOTHING_WRONG, value, loading: false, answered: key }),
      (problem) => {
        if (abort.signal.aborted) return;
        const isUnknown = problem instanceof CallProblem && UNKNOWN.some((code) => code === problem.code);
        const sentence = isUnknown && isNoNumber(name, problem) ? '没有这个编号' : sentenceOf(problem);
        setState((former) => ({
          ...{ loading: false, problem: sentence, isUnknown, answered: former.answered },
          value: former.answered === key ? former.value : null,
        }));
      },
    );
    return () => abort.abort();
  }, [name, key, round]);
  const reload = useCallback(() => setRound((former) => former + 1), []);
  useEffect(() => whenBack(reload), [reload]);
  return { ...state, reload };
}
