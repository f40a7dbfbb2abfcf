export { keptBalance, takeDueBalance, wantBalance } from './kept-balance.ts';
export { postOrders } from './post-orders.ts';
export { sweepLedger } from './sweep-ledger.ts';
export { type TrialBalance, trialBalance } from './trial-balance.ts';
export { accountLabel, trialBalanceText } from './trial-balance-text.ts';
