/** One person of the registry that identity checks look into. */
export type RegisteredPerson = { idCard: string; name: string; phone?: string };

export type PeopleBook = {
  find(idCard: string): RegisteredPerson | undefined;
  list(): RegisteredPerson[];
  /** Adds the person, or replaces the one with this number. */
  add(person: RegisteredPerson): void;
  reset(): void;
};

/**
 * The registry. A number that is not in it belongs to whoever claims it, so that a shop can be tried with any invented
 * person; one that is in it must come with its name and, if it has one, its phone.
 */
export function createPeopleBook(): PeopleBook {
  const people = new Map<string, RegisteredPerson>();
  return {
    find: (idCard) => people.get(idCard.toUpperCase()),
    list: () => [...people.values()],
    add: (person) => {
      people.set(person.idCard.toUpperCase(), person);
    },
    reset: () => people.clear(),
  };
}

/** Whether 18 characters form an identity number: a day that exists, and the right check character. */
export function isIdNumber(text: string): boolean {
  const match = /^[1-9]\d{5}((?:19|20)\d{2})(\d\d)(\d\d)\d{3}[\dXx]$/.exec(text);
  if (!match) return false;
  const [, year, month, day] = match.map(Number);
  const date = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day));
  if (date.getUTCMonth() + 1 !== month || date.getUTCDate() !== day) return false;
  let sum = 0;
  // Weights are powers of two modulo 11, from the first digit down.
  for (let place = 0; place < 17; place += 1) sum += Number(text[place]) * (2 ** (17 - place) % 11);
  return '10X98765432'[sum % 11] === text[17]?.toUpperCase();
}

/** The three digits before the check character, by which a number can ask for a result. */
export function sequenceOf(idCard: string): string {
  return idCard.slice(14, 17);
}
