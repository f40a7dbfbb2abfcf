import type { Notifier } from '../notifications/notifier.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { CentreError } from './centre-error.ts';
import type { Authorisation, CentreNotification, CentreTables } from './centre-rows.ts';
import { wireTime } from './envelope.ts';
import { canonicalJson, type Data } from './signing.ts';

const PAGE_LIFE_MS = 10 * 60_000;
const USE_LIFE_MS = 10 * 60_000;

export type AuthorisationBook = {
  /** Opens the page for a wish, or finds it again. Throws 40901 for other data under the same number. */
  ask(
    data: Data,
    wish: Pick<Authorisation, 'outAuthNo' | 'idNo' | 'userName' | 'redirectUrl' | 'notifyUrl' | 'state'>,
  ): Authorisation;
  byToken(token: string): Authorisation | undefined;
  find(outAuthNo: string): Authorisation | undefined;
  list(): Authorisation[];
  /** The person decides, once. Throws 40302 when the page is too old or was used. */
  decide(outAuthNo: string, result: 'OK' | 'CANCEL'): Authorisation;
  /** Uses up a permission of this person for an order. Throws 40302. */
  use(payAuthNo: string, idNo: string, outTradeNo: string): void;
  /** Throws 40302 unless `use` would succeed. */
  check(payAuthNo: string, idNo: string): Authorisation;
};

/** Permissions to pay, each for one order within ten minutes. */
export function createAuthorisationBook(
  { clock, random }: SandboxParts,
  tables: CentreTables,
  notifier: Notifier<CentreNotification>,
): AuthorisationBook {
  const put = (row: Authorisation): Authorisation => {
    tables.authorisations.put(row.outAuthNo, row);
    return row;
  };
  const check: AuthorisationBook['check'] = (payAuthNo, idNo) => {
    const found = tables.authorisations.rows().find((row) => row.payAuthNo === payAuthNo);
    if (!found || found.idNo !== idNo) throw new CentreError('40302', 'payAuthNo 无效');
    if (found.usedBy !== undefined) throw new CentreError('40302', 'payAuthNo 已使用');
    if (clock.now() >= (found.payAuthExpiresAtMs ?? 0)) throw new CentreError('40302', 'payAuthNo 已过期');
    return found;
  };
  return {
    ask: (data, wish) => {
      const fingerprint = canonicalJson(data);
      const known = tables.authorisations.get(wish.outAuthNo);
      if (known && known.fingerprint !== fingerprint) throw new CentreError('40901', '授权号重复，且与原请求不一致');
      if (known) return known;
      return put({ ...wish, fingerprint, token: random.text(32), expiresAtMs: clock.now() + PAGE_LIFE_MS });
    },
    byToken: (token) => tables.authorisations.rows().find((row) => row.token === token),
    find: (outAuthNo) => tables.authorisations.get(outAuthNo),
    list: () => tables.authorisations.rows(),
    decide: (outAuthNo, result) => {
      const found = tables.authorisations.get(outAuthNo);
      if (!found) throw new RangeError(`no authorisation ${outAuthNo}`);
      if (found.result !== undefined) throw new CentreError('40302', '这次授权已经处理过了');
      const nowMs = clock.now();
      if (nowMs >= found.expiresAtMs) throw new CentreError('40302', '授权页面已过期');
      const permission =
        result === 'OK' ? { payAuthNo: `AUTH${random.digits(28)}`, payAuthExpiresAtMs: nowMs + USE_LIFE_MS } : {};
      const decided = put({ ...found, result, decidedAtMs: nowMs, ...permission });
      notifier.announce({
        eventType: `AUTH ${result}`,
        outTradeNo: outAuthNo,
        url: decided.notifyUrl,
        data: {
          ...{ notifyType: 'AUTH', outAuthNo, result, payAuthNo: decided.payAuthNo ?? '', authTime: wireTime(nowMs) },
          expireTime: decided.payAuthExpiresAtMs === undefined ? '' : wireTime(decided.payAuthExpiresAtMs),
        },
      });
      return decided;
    },
    check,
    use: (payAuthNo, idNo, outTradeNo) => {
      put({ ...check(payAuthNo, idNo), usedBy: outTradeNo });
    },
  };
}
