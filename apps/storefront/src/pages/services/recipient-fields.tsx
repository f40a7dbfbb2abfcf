import '../../ui/form.css';
import { checkPhone } from '@huimin/domain/person';
import { type ReactNode, useState } from 'react';
import { Field, goToField, NameInput, PhoneInput, TextInput } from '../../ui/index.ts';

export interface Recipient {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
}

/** Fields for whom something is sent to. `check()` answers who it is, or null and shows what is missing. */
export function useRecipient(id: string, addressHint: string): { fields: ReactNode; check: () => Recipient | null } {
  const [name, setName] = useState('');
  const [phone, setPhone] = useState('');
  const [address, setAddress] = useState('');
  const [asked, setAsked] = useState(false);
  const checked = checkPhone(phone);
  const wrong = {
    name: name.trim() === '' ? '请写收件人姓名' : null,
    phone: checked.ok ? null : checked.message,
    address: address.trim().length < 5 ? '请写详细地址，写到门牌号' : null,
  };
  const shown = (problem: string | null) => (asked ? problem : null);
  return {
    check() {
      setAsked(true);
      const first = (['name', 'phone', 'address'] as const).find((field) => wrong[field]);
      if (first) goToField(`${id}-${first}`);
      if (first || !checked.ok) return null;
      return { name: name.trim(), phone: checked.normalized, address: address.trim() };
    },
    fields: (
      <>
        <Field id={`${id}-name`} label="收件人" error={shown(wrong.name)}>
          {(field) => <NameInput {...field} value={name} onChange={setName} placeholder="收件人姓名" />}
        </Field>
        <Field id={`${id}-phone`} label="手机号" error={shown(wrong.phone)}>
          {(field) => <PhoneInput {...field} value={phone} onChange={setPhone} />}
        </Field>
        <Field id={`${id}-address`} label="收件地址" hint={addressHint} error={shown(wrong.address)}>
          {(field) => <TextInput {...field} value={address} onChange={setAddress} maxLength={100} />}
        </Field>
      </>
    ),
  };
}
