export * from './dictionary-codes.ts';
export * from './payment-methods.ts';
export * from './staff.ts';
