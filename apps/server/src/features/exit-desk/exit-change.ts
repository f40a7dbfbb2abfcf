import type { ExitKindName, ExitLineValue } from '@huimin/contract/console';
import { seesEverything } from '@huimin/domain/staff';
import { isAllowedPartner } from '../sharing/index.ts';
import { type ApprovalKind, NotPossible } from '../staff/index.ts';
import type { ExitDeskDependencies } from './exit-desk-deps.ts';
import { EXIT_KINDS, type ExitWish } from './exit-kinds.ts';

export const EXIT_CHANGE = 'exit-change';
export const NOT_ALL = '居民从这里离开，全省一样：只有数据范围是全省的人能改';
const LASTS_MS = 7 * 24 * 60 * 60_000;

interface Asked {
  readonly exitKind: ExitKindName;
  readonly wish: ExitWish;
  /** As it was when it was asked for; null: it was not there. */
  readonly former: ExitLineValue | null;
}

/** What is wrong with where somebody would be led, or null. The sites are settled by whoever writes the settings. */
export function siteProblem(
  deps: Pick<ExitDeskDependencies, 'partnerOrigins'>,
  exitKind: ExitKindName,
  { url }: ExitWish,
): string | null {
  if (url === undefined || exitKind === 'medical-app' || isAllowedPartner(deps, url)) return null;
  return '这个站点不在服务器的设置里（PARTNER_PAGE_ORIGINS），请先让管服务器的人加上';
}

/** Residents are led there when another person agrees, unless it became another meanwhile. */
export function exitChangeKind(deps: Pick<ExitDeskDependencies, 'partnerOrigins'>): ApprovalKind<Asked> {
  return {
    ...{
      kind: EXIT_CHANGE,
      title: '加或改外部去处',
      asks: 'exits.change',
      decides: 'exits.approve',
      lastsMs: LASTS_MS,
    },
    // Everybody who may read the list reads what waits for it; who changes it is looked at when it is done.
    within: () => true,
    async run({ exitKind, wish, former }, { query, askedBy, decidedBy, nowMs }) {
      if (decidedBy === null) throw new NotPossible('staff-rule', '改外部去处要两个人');
      if (![askedBy, decidedBy].every(({ scope }) => seesEverything(scope)))
        throw new NotPossible('staff-rule', NOT_ALL);
      const problem = siteProblem(deps, exitKind, wish);
      if (problem !== null) throw new NotPossible('staff-rule', problem);
      const kind = EXIT_KINDS[exitKind];
      const now = (await kind.list(query)).find(({ exitCode }) => exitCode === wish.exitCode);
      if (!isSame(former, now)) throw new NotPossible('staff-rule', '这个去处刚刚改过了，请撤回，按现在的重新申请');
      // What a kind does not have is not read by it.
      await kind.keep(query, wish as Required<ExitWish>, askedBy.account, new Date(nowMs));
    },
  };
}

function isSame(former: ExitLineValue | null, now: ExitLineValue | undefined): boolean {
  if (former === null || now === undefined) return former === null && now === undefined;
  const fields = ['name', 'url', 'productCode', 'note', 'lifeSeconds', 'isActive', 'changedBy', 'changedAt'] as const;
  return fields.every((field) => former[field] === now[field]);
}
