import type { ComplaintCategoryValue } from '@huimin/contract';
import { COMPLAINT_WORKING_DAYS, type ComplaintEvent } from '@huimin/domain/complaint';
import { deadlineAfter } from '@huimin/domain/date';
import type { Core } from '../../core.ts';
import { addStep, COMPLAINT_SEAL, insertComplaint, moveComplaint, type StepKind } from './complaint-store.ts';

export interface FirstStep {
  readonly event: ComplaintEvent;
  readonly step: StepKind;
  readonly atMs: number;
  readonly account: string;
  readonly words?: string;
  readonly set?: (now: Date, staffId: number, dueAtMs: number) => Readonly<Record<string, unknown>>;
}

/** One that was taken down on the phone, with what became of it. */
export interface FirstComplaint {
  readonly key: string;
  readonly category: ComplaintCategoryValue;
  readonly words: string;
  readonly phone: string;
  readonly filedAtMs: number;
  readonly takenBy: string;
  readonly steps: readonly FirstStep[];
}

/** Puts complaints down where there is none yet; nobody is told. */
export async function registerFirstComplaints(core: Core, complaints: readonly FirstComplaint[]): Promise<void> {
  const { query } = core.database;
  if ((await query('select 1 as found from complaints limit 1')).length > 0) return;
  const staff = await query<{ id: number; account: string }>('select id, account from staff_accounts');
  const idOf = (account: string): number => staff.find((one) => one.account === account)?.id ?? 0;
  await core.database.transaction(async (inside) => {
    for (const one of complaints) {
      const at = (nowMs: number) => ({ ...core, clock: { now: () => nowMs } });
      const row = { shard: 0, id: core.orderIds.next(0) };
      const dueAtMs = deadlineAfter(one.filedAtMs, COMPLAINT_WORKING_DAYS).byMs;
      await insertComplaint(inside, {
        ...{ ...row, user_id: null, client_key: one.key, person_index: null, category: one.category, order_id: null },
        ...{ words_sealed: core.vault.seal(COMPLAINT_SEAL, one.words), filed_at: one.filedAtMs, due_at: dueAtMs },
        ...{ taken_by: idOf(one.takenBy), phone_sealed: core.vault.seal('phone', one.phone) },
      });
      await addStep(at(one.filedAtMs), inside, row, 'filed', { staffId: idOf(one.takenBy) });
      for (const { event, step, atMs, account, words, set } of one.steps) {
        const values = set?.(new Date(atMs), idOf(account), dueAtMs) ?? {};
        await moveComplaint(inside, row, { event, nowMs: atMs, set: values });
        await addStep(at(atMs), inside, row, step, {
          staffId: idOf(account),
          ...(words === undefined ? {} : { words }),
        });
      }
    }
  });
}
