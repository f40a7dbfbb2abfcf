import { OTHER_KINDS } from '@huimin/domain/order';
import { useState } from 'react';
import { Field, SelectInput, TextInput } from '../../ui/index.ts';

type Props = {
  id: string;
  value: string;
  error: string | undefined;
  onChange: (note: string) => void;
  onLeave: () => void;
};

const OWN_WORDS = 'own-words';
const OPTIONS = [
  ...OTHER_KINDS.map((kind) => ({ value: kind as string, label: kind as string })),
  { value: OWN_WORDS, label: '都不是，自己填写' },
];

/** Which relation it is when it is none of the usual four: from a list, or in one's own words. */
export function OtherKind({ id, value, error, onChange, onLeave }: Props) {
  const listed = OTHER_KINDS.some((kind) => kind === value);
  const [own, setOwn] = useState(value !== '' && !listed);
  return (
    <>
      <Field id={own ? `${id}-kind` : id} label="具体是什么关系" error={own ? undefined : error}>
        {(field) => (
          <SelectInput
            {...field}
            value={own ? OWN_WORDS : value}
            options={OPTIONS}
            placeholder="请选择"
            onChange={(kind) => {
              setOwn(kind === OWN_WORDS);
              onChange(kind === OWN_WORDS ? '' : kind);
            }}
            onBlur={onLeave}
          />
        )}
      </Field>
      {own && (
        <Field id={id} label="写明关系" error={error}>
          {(field) => (
            <TextInput
              {...field}
              value={value}
              onChange={onChange}
              onBlur={onLeave}
              placeholder="例如叔叔、侄女"
              maxLength={40}
            />
          )}
        </Field>
      )}
    </>
  );
}
