/** How an edition is sold to companies; an edition without it is not. */
export interface GroupSale {
  /** Fewest people of one company. */
  fewestPeople: number;
  /** Days from the moment the list is asked for until it has to be there. */
  rosterDays: number;
  /** Days to pay a bill. */
  payDays: number;
  /** The account that companies transfer to. */
  payee: { name: string; bank: string; account: string };
}

/** What is wrong with it, for who publishes the edition. */
export function groupSaleProblems(sale: GroupSale): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = [];
  for (const [path, most] of [
    ['fewestPeople', 10_000],
    ['rosterDays', 180],
    ['payDays', 60],
  ] as const) {
    if (!Number.isInteger(sale[path]) || sale[path] < 1 || sale[path] > most) {
      problems.push({ path: `groupSale.${path}`, message: `应为 1 到 ${most} 的整数` });
    }
  }
  for (const path of ['name', 'bank', 'account'] as const) {
    if (sale.payee[path].trim() === '') problems.push({ path: `groupSale.payee.${path}`, message: '请填写收款账户' });
  }
  return problems;
}
