export { amountInCapitals } from './capitals.ts';
export {
  type Fen,
  fenToYuanText,
  formatYuan,
  formatYuanWithSign,
  saidYuan,
  thousandsSeparated,
  yuanTextToFen,
} from './fen.ts';
export { premiumTotalFen } from './premium.ts';
export { wanYuanText } from './wan-yuan.ts';
