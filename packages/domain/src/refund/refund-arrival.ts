import { type Deadline, deadlineAfter } from '../date/index.ts';

export interface RefundArrival {
  /** How long it usually takes, such as 一般 3 到 7 个工作日. */
  readonly text: string;
  /** Working days after the day of the application within which it must have arrived. */
  readonly workingDays: number;
}

const WALLET: RefundArrival = { text: '零钱一般马上到，银行卡一般 1 到 5 个工作日', workingDays: 5 };
const BALANCE: RefundArrival = { text: '余额一般马上到，银行卡一般 1 到 5 个工作日', workingDays: 5 };
const MEDICAL_ACCOUNT: RefundArrival = { text: '一般 3 到 7 个工作日', workingDays: 7 };
const CARD: RefundArrival = { text: '一般 1 到 5 个工作日', workingDays: 5 };

const BY_METHOD: Readonly<Record<string, RefundArrival>> = { wxpay: WALLET, alipay: BALANCE, xmybpay: MEDICAL_ACCOUNT };

/** When money comes back, by the method it was paid with; methods that end on a bank card share one answer. */
export function refundArrival(method: string): RefundArrival {
  return BY_METHOD[method] ?? CARD;
}

/** By when a refund applied for at `appliedAtMs` must have arrived: the end of the last of its working days. */
export function latestArrival(method: string, appliedAtMs: number): Deadline {
  return deadlineAfter(appliedAtMs, refundArrival(method).workingDays);
}
