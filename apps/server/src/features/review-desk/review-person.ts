import type { ReviewQueue } from '@huimin/contract/console';
import { joining, type Query } from '../../db/database.ts';
import { personOfCase } from '../claims/index.ts';
import { personIndex } from '../insured/index.ts';
import { personOfAppeal } from '../pre-existing/index.ts';
import { wholeDrugApplication } from '../special-drugs/index.ts';
import type { ReviewDeskDependencies } from './review-desk-deps.ts';
import type { ReviewRow } from './review-store.ts';

/** Whom one is about, as the audit log finds people; null where that is no longer known. */
export async function personOfReview(
  deps: Pick<ReviewDeskDependencies, 'drugs' | 'numbers' | 'index'>,
  query: Query,
  queue: ReviewQueue,
  row: ReviewRow,
): Promise<Buffer | null> {
  if (queue === 'recheck') return personOfCase(query, row.about ?? '');
  if (queue === 'appeal') return personOfAppeal(query, row);
  const inside = { ...deps.drugs, database: joining(deps.drugs.database, query) };
  const whole = await wholeDrugApplication(inside, deps.numbers.drugApplicationNo(row.id));
  return whole && personIndex(deps.index, whole.subject.idType, whole.subject.idNumber);
}
