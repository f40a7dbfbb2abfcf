import type { InputOf } from '@huimin/contract';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useTypedCode } from '../../features/account/use-typed-code.tsx';
import { Button, Card, goToField } from '../../ui/index.ts';

type Input = InputOf<typeof import('@huimin/contract').calls.verification>;
type Props = {
  /** Whose phone, and for which step. */
  asked: Omit<Input, 'code'>;
  /** The registered phone as far as it may be told. */
  sentTo: string;
  onProof: (proofToken: string) => void;
};

const FIELD = 'old-phone-code';

/** A code to the phone that is registered now; a right one is a proof. */
export function SmsProof({ asked, sentTo, onProof }: Props) {
  const [verify, verifying] = useAction(calls.verification, { quietFailure: true });
  const typed = useTypedCode({
    ...{ id: FIELD, label: '原手机号收到的验证码', hint: `发到${sentTo}`, phone: sentTo },
    async ask() {
      const reply = await verify(asked);
      if (!reply.ok) return reply;
      const { sent } = reply.value;
      return sent ? { ok: true, value: sent } : null;
    },
  });
  const check = async () => {
    if (!typed.check()) return;
    const reply = await verify({ ...asked, code: typed.code });
    if (!reply.ok) return typed.refuse(reply);
    if (reply.value.proofToken) onProof(reply.value.proofToken);
    else goToField(FIELD);
  };
  return (
    <>
      <Card flush>{typed.field}</Card>
      <div className="mt3">
        <Button block busy={verifying.busy} onPress={() => void check()}>
          下一步
        </Button>
      </div>
    </>
  );
}
