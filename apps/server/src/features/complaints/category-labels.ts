import type { ConsoleCalls } from '@huimin/contract/console';
import { COMPLAINT_CATEGORIES, complaintCategoryLabel } from '@huimin/domain/complaint';
import type { Query } from '../../db/database.ts';
import { ok } from '../../http/handler.ts';
import { dictionaryRows } from '../configuration/index.ts';
import type { ConsoleHandler } from '../staff/index.ts';
import type { ComplaintDeskDependencies } from './complaint-deps.ts';

const DICTIONARY = 'complaint_category';

/** What the categories are called now; as the code has it where nothing is kept. */
export async function categoryLabels(query: Query): Promise<(category: string) => string> {
  const rows = await dictionaryRows(query, DICTIONARY);
  const labels = new Map(rows.map(({ value, label }) => [value, label]));
  return (category) => labels.get(category) ?? complaintCategoryLabel(category);
}

export function listComplaintCategories({
  database,
}: ComplaintDeskDependencies): ConsoleHandler<ConsoleCalls['listComplaintCategories']> {
  return async () => {
    const rows = new Map((await dictionaryRows(database.query, DICTIONARY)).map((row) => [row.value, row]));
    const categories = COMPLAINT_CATEGORIES.map(({ value, label }, at) => {
      const row = rows.get(value);
      return { value, label: row?.label ?? label, isOffered: row?.isOffered ?? true, sort: row?.sort ?? at };
    });
    return ok({
      categories: categories
        .sort((a, b) => a.sort - b.sort)
        .map(({ value, label, isOffered }) => ({ value, label, isOffered })),
    });
  };
}
