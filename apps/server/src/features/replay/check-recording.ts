import type { ConsoleCalls } from '@huimin/contract/console';
import { fail, ok } from '../../http/handler.ts';
import { createChecker, noteVerdict, seenAtDesk } from '../evidence/index.ts';
import type { ConsoleHandler } from '../staff/index.ts';
import { keptCheck } from './kept.ts';
import { seenRecording } from './recording-scope.ts';
import type { ReplayDependencies } from './replay-deps.ts';
import { useOf } from './standing.ts';

/** The twelve checks, as `npm run verify:evidence` makes them. */
export function checkRecording(deps: ReplayDependencies): ConsoleHandler<ConsoleCalls['checkRecording']> {
  const { query } = deps.database;
  return async ({ trace, deep = false }, request) => {
    const recording = await seenRecording(deps, request.member, trace);
    if (recording === null) return fail('not-found', '没有这个会话记录');
    if (deep) {
      const use = await useOf(query, recording);
      if (!use.mayBeUsed) return fail('staff-rule', use.refusal);
    }
    await request.note({ subject: trace, detail: deep ? '逐批解密检查' : '检查' });
    const depth = deep ? 'deep' : 'whole';
    const checker = await createChecker(deps.evidence, depth, await seenAtDesk(deps.evidence, trace));
    const report = await checker.check(trace);
    if (report === null) return fail('staff-rule', '还没有封存，封存以后才能检查');
    await noteVerdict(deps.evidence, report, { depth, checkpoint: checker.checkpoint });
    const check = await keptCheck(query, recording);
    return check === null ? fail('staff-rule', '还没有封存，封存以后才能检查') : ok(check);
  };
}
