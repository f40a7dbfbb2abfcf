import type { Account, CentreTables } from './centre-rows.ts';

const FIRST_BALANCE_FEN = 500_000;
/** The city whose residents cannot pay from their accounts yet; everybody else can. */
const CLOSED_CITY = /^3213/;

export type AccountBook = {
  /** The account of this person; somebody unknown gets one on the first question. */
  of(idNo: string, userName: string, insuPlc?: string): Account;
  find(idNo: string): Account | undefined;
  list(): Account[];
  set(account: Account): void;
  /** Takes from (or with a negative amount gives back to) the account. */
  take(idNo: string, fen: number): void;
};

/** Accounts of invented people. */
export function createAccountBook(tables: CentreTables): AccountBook {
  const book: AccountBook = {
    of: (idNo, userName, insuPlc = '320100') => {
      const known = tables.accounts.get(idNo);
      if (known) return known;
      const made: Account = {
        ...{ idNo, userName, insuPlc, balanceFen: FIRST_BALANCE_FEN },
        accountOpen: insuPlc.startsWith('32') && !CLOSED_CITY.test(insuPlc),
        closedReason: insuPlc.startsWith('32') ? '40301' : '42202',
      };
      tables.accounts.put(idNo, made);
      return made;
    },
    find: (idNo) => tables.accounts.get(idNo),
    list: () => tables.accounts.rows(),
    set: (account) => tables.accounts.put(account.idNo, account),
    take: (idNo, fen) => {
      const account = tables.accounts.get(idNo);
      if (account) tables.accounts.put(idNo, { ...account, balanceFen: account.balanceFen - fen });
    },
  };
  return book;
}
