import type { Calls, OutputOf } from '@huimin/contract';
import { beijingDate } from '@huimin/domain/date';
import { canonicalIdNumber, checkIdNumber, filterChineseName } from '@huimin/domain/person';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { fail, type Handler, ok, type Reply } from '../../http/handler.ts';
import type { CardAnswer } from '../../ports/identity-checks.ts';
import { type BarePhoto, barePhoto } from './bare-photo.ts';
import { expiryText, unreadableText, validUntilOf, warningTexts } from './card-words.ts';
import type { IdentityDeps } from './identity-deps.ts';

type Reading = OutputOf<Calls['readIdCard']>;

const DAY_MS = 86_400_000;
/** Each photo costs money: enough for a family's cards with some that are blurred. */
const USER_RULE: RateRule = { name: 'card-photo', limit: 40, windowMs: DAY_MS };
const BURST_RULE: RateRule = { name: 'card-photo-minute', limit: 8, windowMs: 60_000 };
const ADDRESS_RULE: RateRule = { name: 'card-photo-address', limit: 2_000, windowMs: DAY_MS };
const MOST_BYTES = 1_048_576;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const WRONG_PHOTO: Readonly<Record<Exclude<BarePhoto, { ok: true }>['reason'], string>> = {
  'no-photo': '请选照片文件，JPG 或 PNG 格式',
  broken: unreadableText('broken'),
  'too-large': '照片太大。请换一张，或者手工填写',
};

/** Reads a card from its photo. The photo goes to the reader and is forgotten; nothing of what was read is kept. */
export function readIdCard(deps: IdentityDeps): Handler<Calls['readIdCard']> & Handler<Calls['readIdCardPhoto']> {
  const { core, limiter } = deps;
  return async ({ side, image }, request) => {
    const { cards } = deps;
    if (!cards) return fail('switched-off', '现在不能拍照识别，请手工填写');
    if (!BASE64.test(image)) return fail('card-unreadable', WRONG_PHOTO['no-photo']);
    const bytes = Buffer.from(image, 'base64');
    if (bytes.length > MOST_BYTES) return fail('card-unreadable', WRONG_PHOTO['too-large']);
    const photo = barePhoto(bytes);
    if (!photo.ok) return fail('card-unreadable', WRONG_PHOTO[photo.reason]);
    const user = String(request.user.id);
    const isAllowed =
      (await limiter.allowsAddress(ADDRESS_RULE, request.clientAddress)) &&
      (await limiter.allows(BURST_RULE, user)) &&
      (await limiter.allows(USER_RULE, user));
    if (!isAllowed) return fail('too-many-requests', '拍照识别的次数太多了。请稍后再试，或者手工填写');
    const answer = await cards.read({ image: photo.bytes, side });
    if (answer.kind === 'busy') core.log.warn({ providerCode: answer.code }, 'a card could not be read');
    return replyFor(answer, core.clock.now());
  };
}

function replyFor(answer: CardAnswer, nowMs: number): Reply<Reading> {
  switch (answer.kind) {
    case 'busy':
      return fail('provider-busy', '识别服务暂时没有回应。请稍后再试，或者手工填写');
    case 'unreadable':
      return fail('card-unreadable', unreadableText(answer.why));
    case 'front': {
      const number = checkIdNumber(answer.idNumber, { todayBeijing: beijingDate(nowMs) });
      const warnings = warningTexts(answer.notes);
      return ok({
        side: 'front',
        name: filterChineseName(answer.name).text || null,
        idNumber: number.ok ? canonicalIdNumber(number.normalized) : null,
        validUntil: null,
        // The reader may be wrong; the check character is not.
        warnings: number.ok ? warnings : ['证件号码没有读准，请对照证件填写', ...warnings],
      });
    }
    case 'back': {
      const valid = validUntilOf(answer.validText);
      if (valid === null) return fail('card-unreadable', '没有读准有效期。请重拍这一面，或者不拍');
      const expired = valid.day === null ? null : expiryText(valid.day, nowMs);
      const warnings = warningTexts(answer.notes);
      return ok({
        side: 'back',
        name: null,
        idNumber: null,
        validUntil: valid.day,
        warnings: expired === null ? warnings : [expired, ...warnings],
      });
    }
  }
}
