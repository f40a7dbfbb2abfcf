import type { InputOf } from '@huimin/contract';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { noReplyText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { CodeField } from '../../features/account/code-field.tsx';
import { codeProblem } from '../../features/account/code-problem.ts';
import { useCodeSending } from '../../features/account/use-code-sending.ts';
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
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [verify, verifying] = useAction(calls.verification, { quietFailure: true });
  const sending = useCodeSending(sentTo);
  const send = async () => {
    const reply = await verify(asked);
    const sent = reply.ok && reply.value.sent ? ({ ok: true, value: reply.value.sent } as const) : null;
    setProblem(sent ? sending.note(sent) : reply.ok ? null : sending.note(reply));
    if (sent) goToField(FIELD);
  };
  const check = async () => {
    const wrong = codeProblem(code);
    if (wrong) {
      setProblem(wrong);
      return goToField(FIELD);
    }
    const reply = await verify({ ...asked, code });
    if (reply.ok && reply.value.proofToken) return onProof(reply.value.proofToken);
    if (!reply.ok) setProblem(reply.name === 'no-reply' ? noReplyText(reply) : reply.message);
    goToField(FIELD);
  };
  return (
    <>
      <Card flush>
        <CodeField
          id={FIELD}
          label="原手机号收到的验证码"
          hint={`发到${sentTo}`}
          error={problem}
          value={code}
          onChange={(value) => {
            setCode(value);
            setProblem(null);
          }}
          onSend={() => void send()}
          sending={sending}
        />
      </Card>
      <div className="mt3">
        <Button block busy={verifying.busy} onPress={() => void check()}>
          下一步
        </Button>
      </div>
    </>
  );
}
