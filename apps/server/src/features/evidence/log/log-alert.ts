import type { Core } from '../../../core.ts';
import { keepStandingAlert } from '../../payment/index.ts';
import type { DamagedPart, LogDamage } from './evidence-log.ts';

const PARTS: Readonly<Record<DamagedPart, string>> = {
  entries: '数据库里的条目',
  files: '存储里的文件',
  checkpoint: '检查点',
  copy: '第二处的副本',
};

/** Operators are told for as long as the log does not fit together. What exactly does not is in the server's own log. */
export function keepLogAlert(core: Core, damage: LogDamage | null): Promise<void> {
  const details = damage === null ? null : { part: PARTS[damage.part] };
  return keepStandingAlert(core, core.database.query, 'evidence-log-damaged', details, core.clock.now());
}
