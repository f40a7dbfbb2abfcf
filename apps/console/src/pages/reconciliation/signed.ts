import { yuan } from '../../parts/yuan.ts';

/** +474.00, -158.00, 0.00 */
export const signed = (fen: number): string => (fen > 0 ? `+${yuan(fen)}` : yuan(fen));
