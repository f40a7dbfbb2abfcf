import { checkPhone } from '@huimin/domain/person';
import type { FastifyInstance } from 'fastify';
import type { Core } from '../core.ts';
import { keepStaff, listStaff } from '../features/assisted-sale/index.ts';
import { isLine, refuse } from './operator-answers.ts';

/** Who may help residents at outlets: listed, added, changed, and taken off by `isActive: false`. */
export function addStaffRoutes(
  door: FastifyInstance,
  deps: Pick<Core, 'database' | 'vault' | 'index' | 'clock' | 'log'>,
): void {
  door.get('/assisting-staff', async (_request, reply) => reply.send({ staff: await listStaff(deps) }));
  door.put('/assisting-staff/:staffNo', async (request, reply) => {
    const { staffNo } = request.params as { staffNo: string };
    const entry = entryOf(request.body);
    if (!/^[0-9A-Za-z-]{2,20}$/.test(staffNo)) return refuse(reply, 400, '工号为 2 到 20 位字母和数字');
    if (typeof entry === 'string') return refuse(reply, 400, entry);
    const kept = await keepStaff(deps, { staffNo, ...entry });
    if (kept === 'no-outlet') return refuse(reply, 400, '网点列表里没有这个网点编号，请先在列表里登记网点');
    if (kept === 'phone-taken') return refuse(reply, 409, '这个手机号已经登记在另一个工号下');
    deps.log.info({ staffNo, isActive: entry.isActive }, 'outlet staff changed by an operator');
    return reply.send({ staffNo, isActive: entry.isActive });
  });
}

/** The entry in a body, or what is wrong with it. */
function entryOf(body: unknown) {
  const { name, phone, outletCode, agentCode, isActive } = (body ?? {}) as Record<string, unknown>;
  if (!isLine(name, 1, 30)) return '请写姓名，不超过 30 个字';
  const checked = checkPhone(typeof phone === 'string' ? phone : '');
  if (!checked.ok) return checked.message;
  if (typeof outletCode !== 'string' || !/^[0-9A-Za-z-]{2,20}$/.test(outletCode)) return '请写网点编号 outletCode';
  if (agentCode !== undefined && agentCode !== null && !/^[0-9A-Za-z_-]{1,64}$/.test(String(agentCode))) {
    return '业务员代码为字母和数字，不超过 64 位';
  }
  if (isActive !== undefined && typeof isActive !== 'boolean') return 'isActive 写 true 或 false';
  return {
    name: name.trim(),
    phone: checked.normalized,
    outletCode,
    agentCode: agentCode === undefined || agentCode === null ? null : String(agentCode),
    isActive: isActive !== false,
  };
}
