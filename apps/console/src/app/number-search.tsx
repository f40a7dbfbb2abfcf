import { SEARCHED_NUMBERS } from '@huimin/contract/vocabulary';
import { App, Input } from 'antd';
import { useEffect } from 'react';
import { bareNumber } from './bare-number.ts';
import { isPersonalNumber, keptOutOfAddress } from './personal-number.ts';
import type { AddressFilter } from './use-address-filter.ts';

type Form = keyof typeof SEARCHED_NUMBERS;

/** What is said of a number that cannot be one. */
const WHOLE: Readonly<Record<Form, string>> = {
  order: '请写完整的编号，6 位以上的字母和数字',
  recording: '请写完整的编号，8 位以上的字母和数字',
  message: '请写完整的编号，4 位以上的字母和数字',
  channel: '编码和登记编号是 2 位以上的字母和数字',
  complaint: '请写完整的投诉编号或订单号',
};

const has = (form: Form, text: string): boolean => new RegExp(SEARCHED_NUMBERS[form]).test(text);

/** The number that stands in the address under a name, where it can be one; what cannot falls away. */
export function useSearchedNumber(address: AddressFilter, name: string, form: Form): string | undefined {
  const given = address.given(name);
  const isNone = given !== undefined && !has(form, given);
  useEffect(() => {
    if (isNone) address.drop(name);
  });
  return isNone ? undefined : given;
}

interface Props {
  readonly address: AddressFilter;
  /** Under which the number stands in the address. */
  readonly name: string;
  readonly form: Form;
  readonly label: string;
  readonly placeholder?: string;
  readonly id?: string;
  readonly className?: string;
  readonly isSmall?: boolean;
  /** Takes somebody's own number, which belongs in no address. */
  onPerson?(text: string): void;
}

/** Looks for one number, written whole. It is made anew with what the address says. */
export function NumberSearch(props: Props) {
  const { address, name, form, label, placeholder = label, id, className, isSmall = false, onPerson } = props;
  const { message } = App.useApp();
  const given = useSearchedNumber(address, name, form) ?? '';
  const search = (typed: string) => {
    if (onPerson && isPersonalNumber(typed)) return onPerson(typed);
    const kept = keptOutOfAddress(typed);
    if (kept !== null) return message.warning(kept);
    const bare = bareNumber(typed);
    const text = form === 'complaint' ? bare.toUpperCase() : bare;
    if (text !== '' && !has(form, text)) return message.warning(WHOLE[form]);
    address.set({ [name]: text });
  };
  return (
    <Input.Search
      key={given}
      {...{ id, className, placeholder }}
      size={isSmall ? 'small' : 'middle'}
      aria-label={label}
      defaultValue={given}
      maxLength={64}
      onSearch={search}
    />
  );
}
