import { timingSafeEqual } from 'node:crypto';
import type { RateLimiter, RateRule } from '../../coordination/rate-limit.ts';
import { fail, ok, type Reply } from '../../http/handler.ts';

/** What the links of one kind of message are counted under. */
type LinkKind = 'group-link' | 'consent-link';

const TAIL = 6;

/** Wide enough for an office or a village behind one address. */
const addressRule = (kind: LinkKind): RateRule => ({ name: `${kind}-address`, limit: 300, windowMs: 600_000 });

/** Who has the link of somebody else has a few tries only. */
const tailRules = (kind: LinkKind): readonly RateRule[] => [
  { name: `${kind}-tail`, limit: 15, windowMs: 3_600_000 },
  { name: `${kind}-tail-day`, limit: 40, windowMs: 86_400_000 },
];

interface Opening {
  readonly limiter: RateLimiter;
}

export function mayOpenLink({ limiter }: Opening, kind: LinkKind, clientAddress: string): Promise<boolean> {
  return limiter.allowsAddress(addressRule(kind), clientAddress);
}

/** Whether somebody knows the end of the number of whom the link is about; each try counts against that person. */
export async function checkIdTail(
  { limiter }: Opening,
  kind: LinkKind,
  about: { readonly id: bigint; readonly idNumber: string },
  idTail: string,
): Promise<Reply<null>> {
  for (const rule of tailRules(kind)) {
    if (!(await limiter.allows(rule, String(about.id)))) {
      return fail('too-many-requests', '输入的次数太多，请过一小时再试');
    }
  }
  const own = Buffer.from(about.idNumber.slice(-TAIL).toUpperCase());
  const given = Buffer.from(idTail.toUpperCase());
  const isRight = own.length === given.length && timingSafeEqual(own, given);
  return isRight ? ok(null) : fail('proof-required', '证件号码后 6 位不对，请对照证件再输一遍');
}
