import type { AnyCall } from '@huimin/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallFailure, CallOptions, CallReply } from './client.ts';
import type { CallInput, CallValue, ClientCall } from './client-call.ts';
import { useClient } from './client-context.ts';
import { NetworkFailure } from './network-failure.ts';

/** No reply came: the form stays and the page says so. Whether the server acted is unknown. */
export interface NoReply {
  readonly ok: false;
  readonly name: 'no-reply';
  readonly failure: NetworkFailure;
}

export interface ActionState {
  readonly busy: boolean;
  readonly failure: CallFailure | NetworkFailure | null;
}

/**
 * A call that a tap starts. While one is under way a second tap gets the same promise, so nothing is sent twice. Resolves
 * with the reply, or with `{ok:false, name:'no-reply'}` when the network failed (which a toast has then said).
 */
export function useAction<C extends AnyCall>(
  call: ClientCall<C>,
  options: CallOptions = {},
): [run: (input: CallInput<C>) => Promise<CallReply<CallValue<C>> | NoReply>, state: ActionState] {
  const client = useClient();
  const [state, setState] = useState<ActionState>({ busy: false, failure: null });
  const running = useRef<Promise<CallReply<CallValue<C>> | NoReply> | null>(null);
  const mounted = useRef(true);
  const latest = useRef({ call, options });
  latest.current = { call, options };
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  const run = useCallback(
    (input: CallInput<C>) => {
      if (running.current) return running.current;
      const finish = (failure: ActionState['failure']) => {
        running.current = null;
        if (mounted.current) setState({ busy: false, failure });
      };
      setState({ busy: true, failure: null });
      const { call, options } = latest.current;
      const promise = client.call(call, input, options).then(
        (reply) => {
          finish(reply.ok ? null : reply);
          return reply;
        },
        (problem: unknown): NoReply => {
          if (!(problem instanceof NetworkFailure)) {
            finish(null);
            throw problem;
          }
          finish(problem);
          return { ok: false, name: 'no-reply', failure: problem };
        },
      );
      running.current = promise;
      return promise;
    },
    [client],
  );
  return [run, state];
}
