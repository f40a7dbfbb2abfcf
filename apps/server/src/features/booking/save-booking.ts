import type { Calls } from '@huimin/contract';
import { bookedText, canBook, keepBookingUntilMs } from '@huimin/domain/booking';
import { isOnSale } from '@huimin/domain/product';
import { isInsurableRegion } from '@huimin/domain/region';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { type CallRequest, fail, type Handler, ok, type Reply } from '../../http/handler.ts';
import { accountPhone, checkCode, codeRefusal, sendCode } from '../account/index.ts';
import type { BookingDependencies } from './booking-deps.ts';
import { sealTicket } from './booking-proof.ts';
import { keepBooking } from './booking-store.ts';
import { bookingView, PHONE_SEAL } from './booking-view.ts';

/** Wide enough for a mobile network that puts many residents behind one address. */
const ADDRESS_RULE: RateRule = { name: 'booking-address', limit: 300, windowMs: 600_000 };

interface Proof {
  readonly phone: string;
  readonly code: string;
}

/** Sends the code for a booking. Known and unknown phones get the same answer. */
export function sendBookingCode(deps: BookingDependencies): Handler<Calls['sendBookingCode']> {
  return ({ phone }, request) => sendCode(deps.codes, { phone, purpose: 'booking' }, request.clientAddress);
}

/** A right code shows the phone to be the asker's, whether or not it has a booking. */
export function proveBookingPhone(deps: BookingDependencies): Handler<Calls['proveBookingPhone']> {
  return async (proof, request) => {
    const proven = await prove(deps, proof, request);
    return proven.ok ? ok({ ticket: sealTicket(deps, deps.index.phone(proof.phone)) }) : proven;
  };
}

async function prove(deps: BookingDependencies, proof: Proof, request: CallRequest): Promise<Reply<string>> {
  if (!(await deps.limiter.allowsAddress(ADDRESS_RULE, request.clientAddress))) return fail('too-many-requests');
  const subject = { ...proof, purpose: 'booking' } as const;
  const check = await deps.database.transaction((query) => checkCode(deps, query, subject, deps.clock.now()));
  return check === 'right' ? ok(proof.phone) : codeRefusal(check);
}

/** Books a reminder of an edition's opening for a phone that was shown to be the asker's. */
export function saveBooking(deps: BookingDependencies): Handler<Calls['saveBooking']> {
  return async (input, request) => {
    const edition = deps.editions.edition(input.productId);
    if (!edition) return fail('not-found', '没有这个产品，请从首页重新进入');
    const { document } = edition;
    const nowMs = deps.clock.now();
    if (isOnSale(document, nowMs)) return fail('order-state', `${document.proName} 已经开售，不用预约，可以直接参保`);
    if (!canBook(document, nowMs)) return fail('not-on-sale', '这个产品的参保已经结束，不能预约');
    if (!deps.tellsOpenings) return fail('switched-off', '现在不能预约开售提醒，请打服务电话');
    if (!isInsurableRegion(input.regionCode)) return fail('bad-input', '请先选择医保所在地');
    const privacy = edition.documents.get('privacy-policy')?.version;
    if (input.privacyVersion !== privacy) {
      return fail('documents-changed', '个人信息保护政策有更新，请看过最新的再预约', { version: privacy ?? null });
    }
    const user = request.session?.user;
    if (!input.proof && !user) return fail('not-logged-in');
    // Last, so that a code is not used up in vain.
    const proven = input.proof
      ? await prove(deps, input.proof, request)
      : ok(await accountPhone(deps, user as NonNullable<typeof user>));
    if (!proven.ok) return proven;
    const phoneIndex = deps.index.phone(proven.value);
    const row = await keepBooking(deps.database.query, {
      id: deps.orderIds.next(phoneIndex[0] as number),
      phoneIndex,
      phoneSealed: deps.vault.seal(PHONE_SEAL, proven.value),
      editionCode: edition.code,
      regionCode: input.regionCode,
      headCount: input.headCount,
      agentCode: input.agentCode ?? null,
      shareCode: input.shareCode ?? null,
      shareFrom: input.shareFrom ?? null,
      privacyVersion: input.privacyVersion,
      nowMs,
      keepUntilMs: keepBookingUntilMs(document, nowMs),
    });
    if (!row) return fail('order-state', '这个手机号的预约已经提醒过，或者已经参保，不用再预约');
    return ok({
      booking: bookingView(deps, row),
      text: bookedText(document.proName),
      ticket: sealTicket(deps, phoneIndex),
    });
  };
}
