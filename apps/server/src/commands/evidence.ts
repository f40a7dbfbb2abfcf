// npm run evidence -- <show|hold|release|dispute|settle|restrict> <orderNo|traceId> …: what is decided about a sealed recording.
import { parseArgs } from 'node:util';
import { beijingDateTime } from '@huimin/domain/date';
import { holdsNumber, RECORDING_STATUS_TABLE } from '@huimin/domain/evidence';
import {
  beginDispute,
  type Decided,
  endDispute,
  holdRecording,
  keptRecording,
  type RetentionDependencies,
  releaseRecording,
  restrictRecording,
} from '../features/evidence/index.ts';
import { UsageProblem } from '../startup-problem.ts';
import { evidenceDeps, findTrace } from './evidence-deps.ts';
import { runCommand } from './run-command.ts';

const USAGE =
  '用法：npm run evidence -- show|hold|release|restrict <订单号|记录号>，dispute|settle <订单号|记录号> <争议编号>；hold、release、dispute 要写 --by 经办人 --reason 原因。';
const ANSWERS: Record<Decided, string> = {
  done: '已办',
  'as-it-was': '原来就是这样，没有变化',
  absent: '没有这份封存的记录',
  erased: '已按规则销毁，不能再办',
};

const needed = (value: string | undefined, what: string): string => {
  if (value === undefined || value.trim() === '' || value.length > 200) throw usage(what);
  return value;
};
/** Of a hold and its release, which stand in the public log for ever. */
const neededInPublic = (value: string | undefined, what: string): string => {
  const text = needed(value, what);
  if (holdsNumber(text)) throw usage('经办人和原因会写进公开的存证日志，不能写号码（也不要写姓名）');
  return text;
};
const usage = (what: string): UsageProblem => new UsageProblem(`不明白：${what}。This is not understood.`, USAGE);

function readArgs(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...args], options: { by: text, reason: text }, allowPositionals: true });
  } catch (error) {
    throw usage((error as Error).message);
  }
}

async function work(deps: RetentionDependencies, args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args);
  const [action = '', word = '', disputeNo] = positionals;
  const found = await findTrace(deps, word);
  if ('absent' in found) throw usage(found.absent);
  const { trace } = found;
  const decision = () => ({ by: needed(values.by, '没有写 --by'), reason: needed(values.reason, '没有写 --reason') });
  const publicDecision = () => ({
    by: neededInPublic(values.by, '没有写 --by'),
    reason: neededInPublic(values.reason, '没有写 --reason'),
  });
  const actions: Record<string, () => Promise<Decided>> = {
    hold: () => holdRecording(deps, trace, publicDecision()),
    release: () => releaseRecording(deps, trace, publicDecision()),
    restrict: () => restrictRecording(deps, trace),
    dispute: () => beginDispute(deps, trace, needed(disputeNo, '没有写争议编号'), decision()),
    settle: () => endDispute(deps, trace, needed(disputeNo, '没有写争议编号')),
    show: async () => ((await keptRecording(deps.database.query, trace)) ? 'as-it-was' : 'absent'),
  };
  const act = actions[action];
  if (!act) throw usage(action || '没有写要办什么');
  const decided = await act();
  if (action !== 'show' || decided === 'absent') console.log(ANSWERS[decided]);
  const kept = await keptRecording(deps.database.query, trace);
  if (kept) {
    const label = RECORDING_STATUS_TABLE.entries.find(({ status }) => status === kept.state)?.label;
    console.log(`记录 ${trace} 订单 ${kept.order_no ?? '—'} 状态 ${label}`);
    console.log(`保存到 ${beijingDateTime(kept.kept_until)}：${kept.kept_rule}`);
    if (kept.refusal) console.log(`未能销毁：${kept.refusal}`);
  }
  return decided === 'absent' || decided === 'erased' ? 1 : 0;
}

await runCommand(async ({ database, settings, args }) => {
  const deps = await evidenceDeps(database, settings);
  return work(deps, args).finally(() => deps.closeConnections());
});
