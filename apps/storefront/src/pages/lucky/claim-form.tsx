import '../../ui/form.css';
import type { LuckyChanceValue } from '@huimin/contract';
import { checkPhone } from '@huimin/domain/person';
import { type FormEvent, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { Button, Field, NameInput, PhoneInput, Section, TextInput } from '../../ui/index.ts';

type Props = { roundCode: string; onClaimed: (chance: LuckyChanceValue) => void };

/** Where the prize goes. */
export function ClaimForm({ roundCode, onClaimed }: Props) {
  const [name, setName] = useState('');
  const [phone, setPhone] = useState('');
  const [address, setAddress] = useState('');
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [claim, claiming] = useAction(calls.claimLuckyPrize, { quietFailure: true });
  const checked = checkPhone(phone);
  const wrong = {
    name: name.trim() === '' ? '请写收件人姓名' : null,
    phone: checked.ok ? null : checked.message,
    address: address.trim().length < 5 ? '请写详细地址，写到门牌号' : null,
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    setProblem(null);
    if (wrong.name || !checked.ok || wrong.address) return;
    const reply = await claim({
      ...{ roundCode, name: name.trim(), phone: checked.normalized, address: address.trim() },
    });
    if (reply.ok) return onClaimed(reply.value);
    setProblem(reply.name === 'no-reply' ? '网络不通，没有交上去。填的都还在，请再试一次' : reply.message);
  };
  const shown = (text: string | null) => (asked ? text : null);
  return (
    <Section title="寄到哪里">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className="card card-flush">
          <Field id="lucky-name" label="收件人" error={shown(wrong.name)}>
            {(field) => <NameInput {...field} value={name} onChange={setName} placeholder="收件人姓名" />}
          </Field>
          <Field id="lucky-phone" label="手机号" error={shown(wrong.phone)}>
            {(field) => <PhoneInput {...field} value={phone} onChange={setPhone} />}
          </Field>
          <Field
            id="lucky-address"
            label="收件地址"
            hint="加密保存，只用来寄奖品，90 天后删除"
            error={shown(wrong.address)}
          >
            {(field) => <TextInput {...field} value={address} onChange={setAddress} maxLength={100} />}
          </Field>
        </div>
        {problem && (
          <p className="field-error mt2" role="alert">
            {problem}
          </p>
        )}
        <div className="mt3">
          <Button type="submit" block busy={claiming.busy}>
            领奖品
          </Button>
        </div>
      </form>
    </Section>
  );
}
