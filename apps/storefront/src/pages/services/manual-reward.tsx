import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useNavigation, useProduct } from '../../context/index.ts';
import { Button, Card, FormProblem } from '../../ui/index.ts';

/** At the end of the manual: whoever has come so far may draw, whether insured or not. */
export function ManualReward() {
  const { editionCode } = useProduct();
  const { navigate } = useNavigation();
  const lucky = useCall(calls.luckyRound, { productId: editionCode }, { quietFailure: true, overlay: false });
  const [earn, earning] = useAction(calls.earnLuckyChance, { quietFailure: true });
  const [problem, setProblem] = useState<string | null>(null);
  if (!lucky.value) return null;
  const { round, chance } = lucky.value;
  if (!round.isOpen || !round.actions.includes('health-manual') || chance !== null) return null;
  const take = async () => {
    const reply = await earn({ roundCode: round.code, action: 'health-manual' });
    if (reply.ok || reply.name === 'not-logged-in') return navigate('/lucky');
    setProblem(failureText(reply));
  };
  return (
    <Card className="mt4">
      <b>手册看到最后了</b>
      <p className="note">可以抽一次健康小礼。买不买保险都能抽，结果也一样</p>
      <FormProblem problem={problem} />
      <div className="mt3">
        <Button kind="neutral" block busy={earning.busy} onPress={() => void take()}>
          领一次机会
        </Button>
      </div>
    </Card>
  );
}
