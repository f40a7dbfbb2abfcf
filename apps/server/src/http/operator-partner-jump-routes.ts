import type { FastifyInstance } from 'fastify';
import {
  type JumpDependencies,
  keepMedicalAppTarget,
  keepTokenPurpose,
  medicalAppTargets,
  TOKEN_LIFE,
  tokenPurposes,
} from '../features/partner-jump/index.ts';
import { isAllowedPartner } from '../features/sharing/index.ts';
import { isLine, refuse, signatureOf } from './operator-answers.ts';

const CODE = /^[a-z][a-z0-9-]{1,29}$/;
const NO_CODE = '代码为 2 到 30 位小写字母、数字和 -，以字母开头';

/** Where residents are offered to go on to: into the medical-insurance app, and to partners with a sealed token. */
export function partnerJumpRoutes(door: FastifyInstance, deps: JumpDependencies): void {
  const { query } = deps.database;
  door.get('/medical-app-targets', async (_request, reply) =>
    reply.send({ targets: await medicalAppTargets(query), allowedOrigins: deps.medicalApp?.origins ?? [] }),
  );
  door.put('/medical-app-targets/:source', async (request, reply) => {
    const { source } = request.params as { source: string };
    if (!CODE.test(source)) return refuse(reply, 400, NO_CODE);
    const target = targetOf(request.body);
    const signature = signatureOf(request.body);
    if (typeof target === 'string') return refuse(reply, 400, target);
    if (typeof signature === 'string') return refuse(reply, 400, signature);
    await keepMedicalAppTarget(query, { source, ...target }, signature.by, new Date(deps.clock.now()));
    deps.log.info({ source, isActive: target.isActive }, 'target in the medical-insurance app changed by an operator');
    return reply.send({ source, isActive: target.isActive });
  });
  door.get('/token-purposes', async (_request, reply) =>
    reply.send({ purposes: await tokenPurposes(query), allowedOrigins: deps.partnerOrigins }),
  );
  door.put('/token-purposes/:purpose', async (request, reply) => {
    const { purpose } = request.params as { purpose: string };
    if (!CODE.test(purpose)) return refuse(reply, 400, NO_CODE);
    const kept = purposeOf(request.body);
    const signature = signatureOf(request.body);
    if (typeof kept === 'string') return refuse(reply, 400, kept);
    if (typeof signature === 'string') return refuse(reply, 400, signature);
    if (!isAllowedPartner(deps, kept.url)) {
      return refuse(reply, 409, '这个站点不在 PARTNER_PAGE_ORIGINS 里，请先在设置里加上');
    }
    await keepTokenPurpose(query, { purpose, ...kept }, signature.by, new Date(deps.clock.now()));
    deps.log.info({ purpose, isActive: kept.isActive }, 'purpose of partner tokens changed by an operator');
    return reply.send({ purpose, isActive: kept.isActive });
  });
}

function targetOf(body: unknown) {
  const { name, note, isActive } = (body ?? {}) as Record<string, unknown>;
  if (!isLine(name, 2, 20)) return '请写名称 name，2 到 20 个字';
  if (!isLine(note, 2, 40)) return '请写说明 note，2 到 40 个字';
  if (typeof isActive !== 'boolean') return 'isActive 写 true 或 false';
  return { name: name.trim(), note: note.trim(), isActive };
}

function purposeOf(body: unknown) {
  const { name, url, lifeSeconds, isActive } = (body ?? {}) as Record<string, unknown>;
  const { leastSeconds, mostSeconds } = TOKEN_LIFE;
  if (!isLine(name, 2, 30)) return '请写合作机构名称 name，2 到 30 个字';
  if (typeof url !== 'string' || url.length > 300 || !URL.canParse(url)) return '请写页面地址 url';
  const life = Number(lifeSeconds);
  if (typeof lifeSeconds !== 'number' || !Number.isInteger(life) || life < leastSeconds || life > mostSeconds) {
    return `请写令牌有效的秒数 lifeSeconds，${leastSeconds} 到 ${mostSeconds}`;
  }
  if (typeof isActive !== 'boolean') return 'isActive 写 true 或 false';
  return { name: name.trim(), url, lifeSeconds: life, isActive };
}
