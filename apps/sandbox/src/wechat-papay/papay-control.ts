import type { NotificationControl, Notifier } from '../notifications/notifier.ts';
import type { ChargeBook } from './charge-book.ts';
import type { ContractBook } from './contract-book.ts';
import type { Charge, Contract, PapayNotification } from './papay-rows.ts';

/** How each that ends a contract is told: by the payer in the wallet or through customer service, by the merchant, by time. */
const END_MODES = { end: '2', service: '7', console: '4', expire: '1' } as const;
export const CONTRACT_ACTIONS = ['sign', 'end', 'service', 'console', 'expire'] as const;
export type ContractAction = (typeof CONTRACT_ACTIONS)[number];

/** Everything a test may do to contracts and charges. */
export type PapayControl = {
  contracts: {
    list(): Contract[];
    find(contractCode: string): Contract | undefined;
    /** Throws RangeError for an unknown code and PapayError when it cannot be done. */
    act(contractCode: string, action: ContractAction, openid?: string): Contract;
  };
  charges: {
    list(): Charge[];
    /** Makes a waiting charge now. */
    settle(outTradeNo: string): Charge;
  };
  notifications: { contracts: NotificationControl; payments: NotificationControl };
};

/** Binds the control functions to the running books. */
export function createPapayControl(books: {
  contracts: ContractBook;
  charges: ChargeBook;
  contractNotifier: Notifier<PapayNotification>;
  paymentNotifier: Notifier<PapayNotification>;
  firstOpenid(): string;
}): PapayControl {
  const { contracts, charges } = books;
  return {
    contracts: {
      list: () => contracts.list(),
      find: (contractCode) => contracts.find(contractCode),
      act: (contractCode, action, openid) => {
        const contract = contracts.find(contractCode);
        if (!contract) throw new RangeError(`no contract ${contractCode}`);
        if (action === 'sign') return contracts.sign(contractCode, openid ?? contract.openid ?? books.firstOpenid());
        return contracts.end(contractCode, END_MODES[action]);
      },
    },
    charges,
    notifications: { contracts: books.contractNotifier, payments: books.paymentNotifier },
  };
}
