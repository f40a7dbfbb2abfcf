import { addDays, type BeijingDay, beijingDate, beijingMs } from '../date/index.ts';

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

const LATEST_HOUR = 18;
const HOUR_MS = 3_600_000;

/**
 * The moment by which a refund applied for at `appliedAtMs` must have arrived: 18:00 Beijing time of the last of its
 * working days (Monday to Friday; public holidays are not
 * known here).
 */
export function latestArrivalMs(method: string, appliedAtMs: number): number {
  let day: BeijingDay = beijingDate(appliedAtMs);
  for (let left = refundArrival(method).workingDays; left > 0; ) {
    day = addDays(day, 1);
    if (isWorkingDay(day)) left -= 1;
  }
  return beijingMs(day) + LATEST_HOUR * HOUR_MS;
}

function isWorkingDay(day: BeijingDay): boolean {
  // Noon of the day in Beijing is the same day in UTC.
  const weekday = new Date(beijingMs(day) + 12 * HOUR_MS).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}
