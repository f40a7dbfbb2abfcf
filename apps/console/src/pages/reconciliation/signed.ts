import { formatYuan } from '@huimin/domain/money';

/** +474.00, -158.00, 0.00 */
export const signed = (fen: number): string => (fen > 0 ? `+${formatYuan(fen)}` : formatYuan(fen));
