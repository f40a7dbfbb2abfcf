import type { ProductInfoValue } from '@huimin/contract';
import { withoutDraftParts } from '@huimin/domain/edition-desk';
import { editionSummaries, type LoadedEdition } from '../configuration/index.ts';
import { seesEdition } from '../page-versions/index.ts';
import type { ConsoleRequest } from '../staff/index.ts';
import type { EditionDeskDependencies } from './desk-deps.ts';
import { draftOf, liveEdition } from './draft-store.ts';
import { hasDates } from './edition-fields.ts';

type Document = LoadedEdition['documents'] extends ReadonlyMap<string, infer One> ? One : never;

interface DraftProduct {
  readonly product: ProductInfoValue;
  /** The draft among all editions, as residents would compare them. */
  readonly compared: ReturnType<typeof editionSummaries>;
}

/** What residents would see of an edition's draft, or of what is live, at a moment; a sentence when it cannot be shown. */
export async function draftProduct(
  deps: EditionDeskDependencies,
  code: string,
  member: ConsoleRequest['member'],
  nowMs: number,
): Promise<DraftProduct | string | null> {
  const { query } = deps.database;
  const [live, draft] = [await liveEdition(query, code), await draftOf(query, code)];
  const worked = draft?.document ?? live?.document;
  const document = worked && withoutDraftParts(worked);
  if (!document || !seesEdition({ member }, live?.document ?? document)) return null;
  if (!hasDates(document)) return '日期还没有填对，改好日期再看';
  const rows = await query<Omit<Document, 'publishedAtMs'> & { published_at: number }>(
    `select distinct on (document_key) document_key as key, version, title, required, blocks, sha256, published_at
     from documents where edition_code = $1 order by document_key, version desc`,
    [code],
  );
  const edition: LoadedEdition = {
    code,
    isDefault: live?.is_default ?? false,
    configVersion: draft?.version ?? live?.config_version ?? 1,
    document,
    pauses: [],
    withheld: [],
    documents: new Map(rows.map(({ published_at: at, ...row }) => [row.key, { ...row, publishedAtMs: at }])),
  };
  const others = deps.editions.all().filter((one) => one.code !== code);
  return {
    product: deps.editions.draftProduct(edition, nowMs),
    compared: editionSummaries([edition, ...others], nowMs),
  };
}
