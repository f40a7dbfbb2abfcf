import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useNavigation } from '../../context/index.ts';
import { type IdentityRequest, keepIdentityProof } from '../../features/identity/identity-request.ts';
import { purposeWords } from '../../features/identity/purpose-words.ts';
import { Bar, Button, Card, KeyValues, Notice, Page } from '../../ui/index.ts';

type Props = { request: IdentityRequest; onOtherWay: () => void; onExpired: () => void };

const mismatch = (phone: string): string =>
  `运营商没有核对上。${phone}可能不是用您的身份证办的，或者姓名、身份证号有误。请换一种办法`;

/** The carrier's word that the phone is this person's; the proof goes straight back to the step that asked. */
export function ByCarrier({ request, onOtherWay, onExpired }: Props) {
  const { navigate } = useNavigation();
  const [check, checking] = useAction(calls.checkCarrier, { quietFailure: true });
  const [problem, setProblem] = useState<string | null>(null);
  const { purpose, subject, backTo } = request;
  const { phone } = purposeWords(purpose);

  const go = async () => {
    setProblem(null);
    const reply = await check({ subject });
    if (!reply.ok) {
      if (reply.name === 'not-found') return onExpired();
      return setProblem(failureText(reply, '没有核对'));
    }
    if (reply.value.proofToken === null) return setProblem(mismatch(phone));
    keepIdentityProof({ purpose, token: reply.value.proofToken });
    navigate(backTo, { replace: true });
  };

  return (
    <Page
      step="第 2 步，共 2 步"
      title={`${phone}实名核对`}
      lead={`由运营商核对${phone}是不是您本人办的`}
      bar={
        <Bar>
          <Button kind="neutral" onPress={onOtherWay}>
            换一种办法
          </Button>
          <Button busy={checking.busy} onPress={() => void go()}>
            核对
          </Button>
        </Bar>
      }
    >
      {problem && (
        <Notice tone="err" alert>
          {problem}
        </Notice>
      )}
      <Card className="mt3">
        <KeyValues
          items={[
            { label: '姓名', value: request.nameMasked },
            { label: '身份证号', value: request.idNumberMasked, num: true },
          ]}
        />
      </Card>
      <p className="note mt4">姓名、身份证号和{phone}会交给运营商核对一次，只用于这一次。一天最多核对 5 次。</p>
    </Page>
  );
}
