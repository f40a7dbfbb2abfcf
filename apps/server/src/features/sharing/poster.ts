import type { Calls, SharePosterTextValue } from '@huimin/contract';
import { beijingMs } from '@huimin/domain/date';
import { ownShareAddress, shareAddress } from '@huimin/domain/share';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { type CallRequest, fail, type Handler, ok } from '../../http/handler.ts';
import { drawPoster, type PosterData } from '../../papers/index.ts';
import { NO_CONTENT, postersOf } from './content-calls.ts';
import { POSTER_PATH } from './picture-paths.ts';
import { drawnPoster, keepDrawn, keepPoster, type PosterRow } from './poster-store.ts';
import { ownShareCode } from './share-calls.ts';
import { shareCodeIn } from './share-codes.ts';
import type { SharingDependencies } from './sharing-deps.ts';
import { type ShownContent, shownContent, shownOfEdition } from './shown-content.ts';

/** Drawing costs some 50 ms of a core; nobody needs more posters than this. */
const DRAW_RULE: RateRule = { name: 'poster', limit: 30, windowMs: 600_000 };
const ADDRESS_RULE: RateRule = { name: 'poster-address', limit: 300, windowMs: 600_000 };

async function mayAsk(deps: SharingDependencies, request: CallRequest): Promise<boolean> {
  if (!(await deps.limiter.allowsAddress(ADDRESS_RULE, request.clientAddress))) return false;
  const { session } = request;
  return session === null || deps.limiter.allows(DRAW_RULE, session.tokenHash.toString('hex'));
}

/** The posters of an edition, and the address that the sharer's own one leads to. */
export function sharePost(deps: SharingDependencies): Handler<Calls['sharePost']> {
  return async ({ productId, shareCode }, request) => {
    const edition = deps.editions.edition(productId);
    if (!edition) return fail('not-found', '没有这个产品，请从首页重新进入');
    if (!(await mayAsk(deps, request))) return fail('too-many-requests');
    // Nobody's own code: the one that brought this person is handed on, or the share would be lost.
    const own = (await ownShareCode(deps, request, shareCode)) ?? shareCodeIn(shareCode);
    const shared = edition.isDefault ? {} : { productId: edition.code };
    return ok({
      shareId: own,
      url: shareAddress(deps.publicOrigin, { shareCode: own, shareFrom: 'poster', ...shared }),
      posters: postersOf(await shownOfEdition(deps, edition)),
    });
  };
}

export function getPosterByUrl(deps: SharingDependencies): Handler<Calls['getPosterByUrl']> {
  return async ({ posterId, url }, request) => {
    const landingUrl = ownShareAddress(url, deps.publicOrigin);
    if (landingUrl === null) return fail('bad-input', '海报只能带本站页面的二维码，请重新打开页面');
    const shown = await shownContent(deps, posterId);
    if (shown?.row.kind !== 'poster') return fail('not-found', NO_CONTENT);
    if (!(await mayAsk(deps, request))) return fail('too-many-requests');
    const poster = {
      name: nameOf(deps, shown, landingUrl),
      content_id: posterId,
      version: shown.row.version,
      landing_url: landingUrl,
    };
    await keepPoster(deps.database.query, poster, new Date(deps.clock.now()));
    await posterPicture(deps, poster, shown);
    return ok({ urlList: [`${deps.publicOrigin}${POSTER_PATH}/${poster.name}.png`] });
  };
}

/** 128 bits of a keyed hash: the same poster has the same name, and nobody finds one by trying. */
function nameOf(deps: SharingDependencies, { row, edition }: ShownContent, landingUrl: string): string {
  const what = [row.content_id, row.version, edition.code, edition.configVersion, landingUrl];
  return deps.index.of('poster', JSON.stringify(what)).toString('hex');
}

/** The picture of a poster: drawn by another replica or a moment ago, or drawn now. */
export async function posterPicture(
  deps: SharingDependencies,
  poster: PosterRow,
  shown: ShownContent,
): Promise<Buffer> {
  const { query } = deps.database;
  const at = new Date(deps.clock.now());
  const drawn = await drawnPoster(query, poster.name, at);
  if (drawn !== null) return drawn;
  const png = await drawPoster({ kind: 'poster', data: posterData(shown, poster.landing_url) });
  await keepDrawn(query, poster.name, png, at);
  return png;
}

export function posterData({ row, edition }: ShownContent, landingUrl: string): PosterData {
  const { document } = edition;
  const text = row.document as SharePosterTextValue;
  const premiums = document.plans.map(({ premiumFen }) => premiumFen);
  const lowest = Math.min(...premiums);
  return {
    isDemonstration: document.isDemonstration,
    kicker: text.kicker,
    productName: document.proName,
    productFullName: document.subtitle,
    points: text.points,
    price: lowest % 100 === 0 ? String(lowest / 100) : (lowest / 100).toFixed(2),
    isLowestPrice: premiums.some((premium) => premium > lowest),
    coverageStartsOn: document.validDate,
    coverageEndsOn: document.invalidDate,
    saleEndsAtMs: beijingMs(document.insureEnd),
    invitation: text.invitation,
    insurers: row.names.insurers,
    intermediaries: row.names.intermediaries,
    notice: text.notice,
    approvalNo: row.approval_no,
    approvedUntilMs: row.expires_at,
    servicePhone: document.tel,
    landingUrl,
    createdAtMs: row.approved_at ?? 0,
  };
}
