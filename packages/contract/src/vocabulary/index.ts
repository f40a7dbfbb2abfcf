export * from './dictionary-codes.ts';
export * from './payment-methods.ts';
export * from './searched-numbers.ts';
export * from './staff.ts';
