interface Named {
  readonly name: string;
  readonly edition?: string;
  readonly code?: string;
}

/** Editions to choose from. Two of one name are told apart by their codes. */
export function editionOptions(editions: readonly Named[] | undefined): { value: string; label: string }[] {
  return (editions ?? []).map(({ name, edition, code }) => {
    const value = edition ?? code ?? '';
    const isTwice = editions?.filter((one) => one.name === name).length !== 1;
    return { value, label: isTwice ? `${name} ${value}` : name };
  });
}
