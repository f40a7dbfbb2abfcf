import { useEffect, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { keptIdentityRequest, takeIdentityProof } from '../../features/identity/identity-request.ts';

export const PURPOSE = 'query-pre-existing';

interface Brought {
  readonly subject: string;
  readonly proofToken: string;
}

/** What the person brought back from proving who they are; taken once. */
function takeBrought(): Brought | null {
  const request = keptIdentityRequest();
  if (request?.purpose !== PURPOSE) return null;
  const proofToken = takeIdentityProof(PURPOSE);
  return proofToken === null ? null : { subject: request.subject, proofToken };
}

/** Hands a proof that was brought back to the server before anything is shown. */
export function useProofOfSelf(): { readonly busy: boolean; readonly problem: string | null } {
  const [prove] = useAction(calls.provePreExistingSelf, { quietFailure: true });
  const [brought] = useState(takeBrought);
  const [busy, setBusy] = useState(brought !== null);
  const [problem, setProblem] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (brought === null) return;
    void prove(brought).then((reply) => {
      if (!reply.ok) setProblem(failureText(reply, '没有核对上'));
      setBusy(false);
    });
  }, []);
  return { busy, problem };
}
