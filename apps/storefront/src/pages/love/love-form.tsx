import type { LoveCertificateValue } from '@huimin/contract';
import { checkNickname, NICKNAME_MAX } from '@huimin/domain/love';
import { type FormEvent, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { Button, Field, FormProblem, goToField, RadioChips, TextInput } from '../../ui/index.ts';

type Props = { love: LoveCertificateValue; onSaved: (love: LoveCertificateValue) => void };

const NICKNAME = 'love-nickname';
const GIFTS = [
  { value: 'guard', label: '守护' },
  { value: 'donation', label: '捐赠' },
] as const;

/** How the giver wants to be called, and for others what kind of gift it is. */
export function LoveForm({ love, onSaved }: Props) {
  const [nickname, setNickname] = useState(love.nickname ?? '');
  const [gift, setGift] = useState(love.gift);
  const [error, setError] = useState<string | null>(null);
  const [unsent, setUnsent] = useState<string | null>(null);
  const [save, { busy }] = useAction(calls.saveOrderLove, { quietFailure: true });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setUnsent(null);
    const refuse = (message: string) => {
      setError(message);
      goToField(NICKNAME);
    };
    const checked = checkNickname(nickname);
    if (!checked.ok) return refuse(checked.message);
    const { orderNo, withShareCode } = love;
    const reply = await save({ orderNo, nickname: checked.nickname, gift, withShareCode });
    if (reply.ok) onSaved(reply.value);
    else if (reply.name === 'no-reply') setUnsent(failureText(reply, '没有保存'));
    else refuse(reply.message);
  };
  return (
    <form className="love-form" onSubmit={(event) => void submit(event)} noValidate>
      <Field
        id={NICKNAME}
        label="证书上的称呼"
        hint={`${NICKNAME_MAX} 个字以内，不用写真名，比如小张、晚风`}
        error={error}
      >
        {(field) => (
          <TextInput
            {...field}
            value={nickname}
            maxLength={20}
            onChange={(text) => {
              setNickname(text);
              setError(null);
            }}
          />
        )}
      </Field>
      {love.donationPossible && (
        <RadioChips name="gift" legend="证书类型" columns={2} options={GIFTS} value={gift} onChange={setGift} />
      )}
      <FormProblem problem={unsent} />
      <p className="love-send">
        <Button block type="submit" busy={busy}>
          {love.nickname === null ? '生成证书' : '保存'}
        </Button>
      </p>
      {love.nickname !== null && <p className="note mt3">改过以后，以前发出去的图片扫码会显示“已经换了新的”。</p>}
    </form>
  );
}
