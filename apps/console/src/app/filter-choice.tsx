import { Select } from 'antd';
import { useEffect } from 'react';
import { clearable } from './clearable.tsx';
import type { AddressFilter } from './use-address-filter.ts';

interface Props {
  readonly label: string;
  /** What stands there while nothing is chosen; the label unless told. */
  readonly placeholder?: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string | undefined;
  /** As low as what it stands beside, in the head of a list. */
  readonly isSmall?: boolean;
  /** Undefined: nothing is chosen any more. */
  onChange(value: string | undefined): void;
}

/** One filter above a list: a choice that can be taken back. */
export function FilterChoice({ label, placeholder = label, options, value, isSmall, onChange }: Props) {
  // Never the word of the address itself, before its name is there or where it is no choice.
  const chosen = options.some((one) => one.value === value) ? value : undefined;
  return (
    <Select
      className={chosen === undefined ? 'filter-choice' : 'filter-choice is-chosen'}
      size={isSmall ? 'small' : 'middle'}
      popupMatchSelectWidth={false}
      // Ten of them: the eighth state of an order was cut in half.
      listHeight={340}
      aria-label={label}
      placeholder={placeholder}
      allowClear={clearable(`不选${label}`)}
      options={[...options]}
      value={chosen}
      onChange={(next?: string) => onChange(next)}
    />
  );
}

interface AddressProps extends Omit<Props, 'value' | 'onChange'> {
  readonly address: AddressFilter;
  /** Under which the choice stands in the address. */
  readonly name: string;
  /** Where a choice changes more than what stands under its name. */
  onChange?(value: string | undefined): void;
}

/**
 * Takes away from the address what is no choice under a name, typed or from an older link. `choices` are empty until they are there;
 * `isRefused`: the server has no such thing, and so told no choices.
 */
export function useKnownChoice(
  address: AddressFilter,
  name: string,
  choices: Props['options'],
  isRefused = false,
): void {
  const value = address.given(name);
  const isUnknown =
    value !== undefined && (isRefused || (choices.length > 0 && choices.every((one) => one.value !== value)));
  // After each drawing: of two that are no choices one goes after the other.
  useEffect(() => {
    if (isUnknown) address.drop(name);
  });
}

/** The same, kept in the page's address; what is no choice there, typed or from an older link, is taken away. */
export function AddressChoice({ address, name, onChange, ...choice }: AddressProps) {
  const value = address.given(name);
  useKnownChoice(address, name, choice.options);
  const take = onChange ?? ((next: string | undefined) => address.set({ [name]: next }));
  return <FilterChoice {...choice} value={value} onChange={take} />;
}
