import type { LuckyChanceValue } from '@huimin/contract';
import { type FormEvent, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { Button, FormProblem, Section } from '../../ui/index.ts';
import { useRecipient } from '../services/recipient-fields.tsx';

type Props = { roundCode: string; onClaimed: (chance: LuckyChanceValue) => void };

/** Where the prize goes. */
export function ClaimForm({ roundCode, onClaimed }: Props) {
  const { fields, check } = useRecipient('lucky', '加密保存，只用来寄奖品，90 天后删除');
  const [problem, setProblem] = useState<string | null>(null);
  const [claim, claiming] = useAction(calls.claimLuckyPrize, { quietFailure: true });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    const recipient = check();
    if (!recipient) return;
    const reply = await claim({ roundCode, ...recipient });
    if (reply.ok) return onClaimed(reply.value);
    setProblem(failureText(reply, '没有交上去。填的都还在'));
  };
  return (
    <Section title="寄到哪里">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className="card card-flush">{fields}</div>
        <FormProblem problem={problem} />
        <div className="mt3">
          <Button type="submit" block busy={claiming.busy}>
            领奖品
          </Button>
        </div>
      </form>
    </Section>
  );
}
