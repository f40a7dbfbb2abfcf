import { filterName, ID_TYPES, IDENTITY_CARD, MILITARY_PAPER, nameRuleText } from '@huimin/domain/person';
import type { ComponentProps } from 'react';
import { IdNumberInput, NameInput, TextInput } from '../../ui/index.ts';

/** The papers there are, for a list of choices. */
export const PAPER_TYPES = ID_TYPES.map(({ code, label }) => ({ value: code as string, label }));

type NameProps = Omit<ComponentProps<typeof NameInput>, 'filter' | 'removedNote'> & { idType: string };

/** A name as a paper of this type may have it. */
export function PaperNameInput({ idType, placeholder, ...rest }: NameProps) {
  return (
    <NameInput
      {...rest}
      filter={(text, options) => filterName(idType, text, options)}
      removedNote={`姓名${nameRuleText(idType)}`}
      placeholder={placeholder ?? (idType === IDENTITY_CARD ? '身份证上的中文姓名' : '证件上的姓名')}
    />
  );
}

type NumberProps = ComponentProps<typeof IdNumberInput> & { idType: string };

/** The number of a paper: an identity card's in its groups, any other as it is printed. */
export function PaperNumberInput({ idType, good, onChange, placeholder, ...rest }: NumberProps) {
  if (idType === IDENTITY_CARD) return <IdNumberInput {...{ ...rest, good, onChange, placeholder }} />;
  // Its words come from an input method, which loses what it is composing when the field is written to.
  if (idType === MILITARY_PAPER) {
    return <TextInput {...rest} {...{ onChange }} placeholder={placeholder ?? '如：军字第2001988号'} maxLength={24} />;
  }
  return (
    <TextInput
      {...rest}
      num
      onChange={(text) => onChange(text.replace(/\s/g, '').toUpperCase())}
      placeholder={placeholder ?? '证件上的号码'}
      maxLength={20}
    />
  );
}
