export { amountInCapitals } from './capitals.ts';
export {
  type Fen,
  fenToYuanText,
  formatYuan,
  formatYuanWithSign,
  premiumTotalFen,
  saidYuan,
  thousandsSeparated,
  wanYuanText,
  yuanTextToFen,
} from './fen.ts';
