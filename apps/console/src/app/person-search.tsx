import { App, Input } from 'antd';
import { useEffect, useState } from 'react';
import { NOBODY, type Payer, payerOf } from '../parts/payer-of.ts';

/** Hands on who was typed; says what is wrong with a number by which nobody can be found. */
export function usePersonSearch(onFind: (payer: Payer) => void): (typed: string) => void {
  const { message } = App.useApp();
  return (typed) => {
    const payer = payerOf(typed);
    if (typeof payer === 'string') message.warning(payer);
    else onFind(payer);
  };
}

interface Props {
  /** Whose number is looked for now; where it is nobody's any more, nothing stays in the field. */
  readonly person: Payer;
  readonly label: string;
  readonly placeholder: string;
  readonly className: string;
  readonly isSmall?: boolean;
  onFind(payer: Payer): void;
}

/** Looks for somebody by a whole number, which stands in no address. */
export function PersonSearch({ person, label, placeholder, className, isSmall = false, onFind }: Props) {
  const search = usePersonSearch(onFind);
  const [typed, setTyped] = useState('');
  useEffect(() => {
    if (person === NOBODY) setTyped('');
  }, [person]);
  return (
    <Input.Search
      {...{ className, placeholder }}
      size={isSmall ? 'small' : 'middle'}
      aria-label={label}
      // Pasted with blanks, hyphens and the country's code; cut off it would be another number.
      maxLength={40}
      autoComplete="off"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onSearch={search}
    />
  );
}
