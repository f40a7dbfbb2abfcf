/** Payment method values, as the product's payList carries them. */
export const PAYMENT_METHODS = ['xmybpay', 'wxpay', 'alipay', 'unionpay', 'lakala', 'rb'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
