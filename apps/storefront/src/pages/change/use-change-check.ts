import type { ChangePlanValue } from '@huimin/contract';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { noReplyText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useNavigation } from '../../context/index.ts';
import { keepIdentityRequest } from '../../features/identity/identity-request.ts';

/** Leaves for the check of identity that spares a draft its papers; the draft is gone on with on the way back. */
export function useChangeCheck({ change, proofPurpose }: ChangePlanValue) {
  const { navigate } = useNavigation();
  const [prepare, { busy }] = useAction(calls.prepareChangeCheck, { quietFailure: true });
  const [problem, setProblem] = useState<string | null>(null);
  const { changeNo, orderNo, policyNo } = change;
  const backTo =
    policyNo === null
      ? `/update?orderNo=${orderNo}&draftNo=${changeNo}`
      : `/fixInfoDetail?orderNo=${orderNo}&policyNo=${policyNo}&draftNo=${changeNo}`;
  const check = async () => {
    if (proofPurpose === null) return;
    setProblem(null);
    const reply = await prepare({ changeNo });
    if (!reply.ok) return setProblem(reply.name === 'no-reply' ? noReplyText(reply) : reply.message);
    keepIdentityRequest({ ...reply.value, purpose: proofPurpose, backTo, manualTo: backTo });
    navigate('/faceCheck');
  };
  return { check, checking: busy, problem };
}
