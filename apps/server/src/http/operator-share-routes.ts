import { ShareArticleText, ShareCardText, SharePosterText } from '@huimin/contract';
import { beijingMs } from '@huimin/domain/date';
import type { BarredWord } from '@huimin/domain/share';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  approveContent,
  CONTENT_KINDS,
  type ContentKind,
  changeWords,
  contentVersions,
  isAllowedPartner,
  keepPartnerPage,
  listContents,
  listPartnerPages,
  MOST_WORDS,
  recall,
  type SharingDependencies,
  wordsNow,
  writeContent,
} from '../features/sharing/index.ts';
import { isDayUpToNow, isLine, isSigner, NO_SIGNER, refuse, shown, signatureOf } from './operator-answers.ts';

const BODY_LIMIT = 128 * 1024;
const SCHEMAS: Record<ContentKind, TSchema> = {
  card: ShareCardText,
  poster: SharePosterText,
  article: ShareArticleText,
};
const CHECKS = Object.fromEntries(CONTENT_KINDS.map((kind) => [kind, Compile(SCHEMAS[kind])]));

/** What residents share: written by one, approved by another, recalled by anybody; and what must not stand in it. */
export function shareRoutes(door: FastifyInstance, deps: SharingDependencies): void {
  contentRoutes(door, deps);
  wordRoutes(door, deps);
  partnerRoutes(door, deps);
}

function contentRoutes(door: FastifyInstance, deps: SharingDependencies): void {
  door.get('/share-content', async (_request, reply) =>
    reply.send({ contents: (await listContents(deps)).map(shown) }),
  );
  door.get('/share-content/:contentId', async (request, reply) => {
    const versions = await contentVersions(deps, contentIdOf(request.params) ?? '');
    return versions.length > 0 ? reply.send({ versions: versions.map(shown) }) : refuse(reply, 404, '没有这个内容');
  });
  door.put('/share-content/:contentId', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const contentId = contentIdOf(request.params);
    if (contentId === null) return refuse(reply, 400, '编号为 2 到 40 位小写字母、数字和 -');
    const written = writtenOf(request.body, deps.clock.now());
    if (typeof written === 'string') return refuse(reply, 400, written);
    const result = await writeContent(deps, { contentId, ...written });
    if (result.kind === 'refused') return refuse(reply, 409, result.why);
    deps.log.info({ contentId, version: result.version }, 'share content written by an operator');
    return reply.send({ contentId, version: result.version, findings: result.findings });
  });
  door.post('/share-content/:contentId/approve', async (request, reply) => {
    const contentId = contentIdOf(request.params) ?? '';
    const approval = approvalOf(request.body);
    if (typeof approval === 'string') return refuse(reply, 400, approval);
    const result = await approveContent(deps, { contentId, ...approval });
    if (result.kind === 'absent') return refuse(reply, 404, '没有这一版');
    if (result.kind === 'not-so') return reply.code(409).send({ message: result.why, findings: result.findings ?? [] });
    const { version, approvalNo } = approval;
    deps.log.info({ contentId, version, approvalNo }, 'share content approved by an operator');
    return reply.send({ contentId, version, approvalNo });
  });
  door.post('/share-content/:contentId/recall', async (request, reply) => {
    const contentId = contentIdOf(request.params) ?? '';
    const signature = signatureOf(request.body);
    if (typeof signature === 'string') return refuse(reply, 400, signature);
    if (!(await recall(deps, { contentId, ...signature }))) return refuse(reply, 404, '没有这个内容，或者已经收回');
    deps.log.info({ contentId }, 'share content recalled by an operator');
    return reply.send({ contentId });
  });
}

function wordRoutes(door: FastifyInstance, deps: SharingDependencies): void {
  door.get('/barred-words', async (_request, reply) => reply.send({ words: await wordsNow(deps) }));
  door.put('/barred-words', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const words = wordsOf(request.body);
    const signature = signatureOf(request.body);
    if (typeof words === 'string') return refuse(reply, 400, words);
    if (typeof signature === 'string') return refuse(reply, 400, signature);
    const concerned = await changeWords(deps, words);
    deps.log.info({ words: words.length, concerned }, 'barred words changed by an operator');
    return reply.send({ words: words.length, noLongerShown: concerned });
  });
}

function partnerRoutes(door: FastifyInstance, deps: SharingDependencies): void {
  door.get('/partner-pages', async (_request, reply) =>
    reply.send({ pages: await listPartnerPages(deps.database.query), allowedOrigins: deps.partnerOrigins }),
  );
  door.put('/partner-pages/:channel', async (request, reply) => {
    const { channel } = request.params as { channel: string };
    if (!/^[a-z0-9-]{2,30}$/.test(channel)) return refuse(reply, 400, '渠道代码为 2 到 30 位小写字母、数字和 -');
    const page = pageOf(request.body);
    const signature = signatureOf(request.body);
    if (typeof page === 'string') return refuse(reply, 400, page);
    if (typeof signature === 'string') return refuse(reply, 400, signature);
    if (!isAllowedPartner(deps, page.url)) {
      return refuse(reply, 409, '这个站点不在 PARTNER_PAGE_ORIGINS 里，请先在设置里加上');
    }
    await keepPartnerPage(deps.database.query, { channel, ...page }, signature.by, new Date(deps.clock.now()));
    deps.log.info({ channel, isActive: page.isActive }, 'partner page changed by an operator');
    return reply.send({ channel, isActive: page.isActive });
  });
}

function contentIdOf(params: unknown): string | null {
  const { contentId } = params as { contentId: string };
  return /^[a-z0-9-]{2,40}$/.test(contentId) ? contentId : null;
}

function writtenOf(body: unknown, nowMs: number) {
  const { kind, productId, document, endAnnouncedOn, by } = (body ?? {}) as Record<string, unknown>;
  const known = CONTENT_KINDS.find((one) => one === kind);
  if (known === undefined) return '请写 kind：card（分享卡片）、poster（海报）、article（文章）';
  if (productId !== undefined && (typeof productId !== 'string' || !/^[a-z0-9]{2,20}$/.test(productId))) {
    return 'productId 为产品版本代码，如 js26';
  }
  if (!isSigner(by)) return NO_SIGNER;
  const announced = endAnnouncedOn ?? null;
  if (announced !== null && !isDayUpToNow(announced, nowMs)) {
    return 'endAnnouncedOn 为公告停售的那一天，如 2026-11-20，不晚于今天';
  }
  const check = CHECKS[known] as ReturnType<typeof Compile>;
  if (!check.Check(document)) {
    const [first] = check.Errors(document);
    const at = first?.instancePath.replace(/^\//, '').replaceAll('/', '.') || 'document';
    return `内容格式不对：${at} ${first?.message ?? ''}`.trim();
  }
  return { kind: known, editionCode: productId, document, endAnnouncedOn: announced as string | null, by: by.trim() };
}

function approvalOf(body: unknown) {
  const { version, approvalNo, expiresAt, by } = (body ?? {}) as Record<string, unknown>;
  if (!Number.isInteger(version) || Number(version) < 1 || Number(version) > 1_000_000)
    return '请写要审批的版本 version';
  if (typeof approvalNo !== 'string' || !/^[0-9A-Za-z-]{2,30}$/.test(approvalNo)) {
    return '请写审批号 approvalNo，2 到 30 位字母、数字和 -';
  }
  const expiresAtMs = typeof expiresAt === 'string' && EXPIRY.test(expiresAt) ? beijingMs(expiresAt) : Number.NaN;
  if (Number.isNaN(expiresAtMs)) return '请写有效期 expiresAt，如 2026-12-31 23:59:59';
  if (!isSigner(by)) return NO_SIGNER;
  return { version: Number(version), approvalNo, expiresAtMs, by: by.trim() };
}

const EXPIRY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

function wordsOf(body: unknown): BarredWord[] | string {
  const { words } = (body ?? {}) as { words?: unknown };
  if (!Array.isArray(words) || words.length === 0 || words.length > MOST_WORDS) {
    return `请写 words：1 到 ${MOST_WORDS} 个词，整份替换`;
  }
  const read = words.map(wordOf);
  const wrong = read.indexOf(null);
  return wrong >= 0
    ? `第 ${wrong + 1} 个词写得不对：要有 word（2 到 20 个字）和 reason（2 到 100 个字）`
    : (read as BarredWord[]);
}

function wordOf(given: unknown): BarredWord | null {
  const { word, reason, allowedAfter = [], allowedWhenAnnounced = false } = (given ?? {}) as Record<string, unknown>;
  const isText = (text: unknown, least: number, most: number): text is string =>
    typeof text === 'string' && text.trim().length >= least && text.length <= most && !/\p{Cc}/u.test(text);
  if (!isText(word, 2, 20) || !isText(reason, 2, 100) || typeof allowedWhenAnnounced !== 'boolean') return null;
  if (!Array.isArray(allowedAfter) || allowedAfter.length > 10 || !allowedAfter.every((one) => isText(one, 1, 10))) {
    return null;
  }
  return { word, reason, allowedAfter, allowedWhenAnnounced };
}

function pageOf(body: unknown) {
  const { name, url, productCode, isActive } = (body ?? {}) as Record<string, unknown>;
  if (!isLine(name, 2, 30)) return '请写合作机构名称，2 到 30 个字';
  if (typeof url !== 'string' || url.length > 300 || !URL.canParse(url)) return '请写页面地址 url';
  if (typeof productCode !== 'string' || !/^[0-9A-Za-z_-]{1,40}$/.test(productCode)) {
    return '请写对方的产品代码 productCode，字母和数字，不超过 40 位';
  }
  if (typeof isActive !== 'boolean') return 'isActive 写 true 或 false';
  return { name: name.trim(), url, productCode, isActive };
}
