import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { beijingDate, parseDate } from '@huimin/domain/date';
import { StartupProblem } from '../startup-problem.ts';

/** A file that a command is given, the Beijing day of which it tells, and who gives it. */
export interface GivenFile {
  readonly file: string;
  readonly day: string;
  readonly by: string;
}

/** Reads `FILE [--day 2026-11-20] [--by NAME]` of the named command. Throws StartupProblem with how it is used. */
export function givenFile(args: readonly string[], command: string): GivenFile {
  const usage = (what: string): StartupProblem =>
    new StartupProblem(
      `不明白：${what}。This is not understood.`,
      `用法：npm run ${command} -- 文件 [--day 2026-11-20] [--by 导入人]。--day 是文件的日期，不写就是今天。The day is that of which the file tells.`,
    );
  const today = beijingDate(Date.now());
  let parsed: { values: { day?: string; by?: string }; positionals: string[] };
  try {
    const options = { day: { type: 'string' }, by: { type: 'string' } } as const;
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw usage((error as Error).message);
  }
  const [file, ...more] = parsed.positionals;
  if (file === undefined || more.length > 0) throw usage(parsed.positionals.join(' ') || '没有写文件 no file');
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw usage(file);
  const { day = today, by = `npm run ${command}` } = parsed.values;
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || parseDate(day) === null || day > today) throw usage(day);
  if (!/^[^\p{Cc}]{1,50}$/u.test(by)) throw usage(by);
  return { file, day, by };
}
