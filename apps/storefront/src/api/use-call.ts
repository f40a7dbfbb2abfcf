import type { AnyCall } from '@huimin/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallFailure, CallOptions } from './client.ts';
import type { CallInput, CallValue, ClientCall } from './client-call.ts';
import { useClient } from './client-context.ts';
import { NetworkFailure } from './network-failure.ts';

export type UsedCall<T> =
  | { readonly state: 'loading'; readonly value: T | null; readonly failure: null; readonly reload: () => void }
  | { readonly state: 'ready'; readonly value: T; readonly failure: null; readonly reload: () => void }
  | {
      readonly state: 'failed';
      /** The value of an earlier answer, if there was one. */
      readonly value: T | null;
      readonly failure: CallFailure | NetworkFailure;
      readonly reload: () => void;
    };

type Held<T> = { key: string; state: UsedCall<T>['state']; value: T | null; failure: UsedCall<T>['failure'] };

/**
 * Makes a reading call when the page shows, again when its input changes, on `reload()`, and when the page comes back
 * from the browser's page cache. `when: false` waits. A failure of the network is shown by the page (`ErrorState`), so it
 * makes no toast; failing codes do unless `quietFailure`.
 */
export function useCall<C extends AnyCall>(
  call: ClientCall<C>,
  input: CallInput<C>,
  { when = true, ...options }: { when?: boolean } & CallOptions = {},
): UsedCall<CallValue<C>> {
  const client = useClient();
  const key = `${call.name} ${JSON.stringify(input)}`;
  const [round, setRound] = useState(0);
  const [held, setHeld] = useState<Held<CallValue<C>>>({ key, state: 'loading', value: null, failure: null });
  const latest = useRef({ call, input, options });
  latest.current = { call, input, options };
  const reload = useCallback(() => setRound((before) => before + 1), []);

  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => event.persisted && reload();
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [reload]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` and `round` say when to ask again
  useEffect(() => {
    if (!when) return;
    let current = true;
    const settle = (state: 'ready' | 'failed', value: CallValue<C> | null, failure: UsedCall<unknown>['failure']) => {
      if (!current) return;
      setHeld((before) => ({ key, state, value: value ?? (before.key === key ? before.value : null), failure }));
    };
    setHeld((before) => ({ key, state: 'loading', value: before.key === key ? before.value : null, failure: null }));
    const { call, input, options } = latest.current;
    client.call(call, input, options).then(
      (reply) => (reply.ok ? settle('ready', reply.value, null) : settle('failed', null, reply)),
      (problem: unknown) => {
        if (!(problem instanceof NetworkFailure)) throw problem;
        settle('failed', null, problem);
      },
    );
    return () => {
      current = false;
    };
  }, [client, key, round, when]);

  // Between a change of the input and its answer, the value of the former input must not show.
  const shown: Held<CallValue<C>> = held.key === key ? held : { key, state: 'loading', value: null, failure: null };
  return { state: shown.state, value: shown.value, failure: shown.failure, reload } as UsedCall<CallValue<C>>;
}
