import type { DocumentKey } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { ok, type PreviewAnswer } from '../../http/handler.ts';
import type { PageDependencies } from './page-deps.ts';
import { newestOf, type PageDraft, type PageName, type PublishedPage, pageDraft, versionsOf } from './page-store.ts';

type Deps = Pick<PageDependencies, 'database' | 'clock'>;

/** What the residents' pages read of an edition's documents as they are. */
export async function pageAnswers({ database }: Deps, edition: string, editionName: string): Promise<PreviewAnswer[]> {
  const published = await newestOf(database.query, edition);
  return published.flatMap((page) => answersFor(edition, editionName, page, [page]));
}

/**
 * The same of one document, as it was while a version was the current one, or as its draft will be ('draft'); null
 * where there is no such version.
 */
export async function pageVersionAnswers(
  { database, clock }: Deps,
  name: PageName,
  editionName: string,
  version: number | 'draft',
): Promise<PreviewAnswer[] | null> {
  const { query } = database;
  const versions = await versionsOf(query, name);
  if (version !== 'draft') {
    const at = versions.findIndex((one) => one.version === version);
    const page = versions[at];
    return page ? answersFor(name.edition, editionName, page, versions.slice(at)) : null;
  }
  const draft = await pageDraft(query, name);
  if (!draft) return null;
  const page = { ...draft, published_at: draft.publish_at ?? clock.now() };
  return answersFor(name.edition, editionName, page, [page, ...versions]);
}

type Readable = Pick<PublishedPage | PageDraft, 'version' | 'title' | 'blocks' | 'sha256'> & {
  readonly document_key: DocumentKey;
  readonly published_at: number;
};

/** @param versions what could be read then, the current one first */
function answersFor(
  editionCode: string,
  productName: string,
  { document_key: pageKey, version, title, blocks, sha256, published_at: at }: Readable,
  versions: readonly Omit<Readable, 'blocks'>[],
): PreviewAnswer[] {
  const input = { pageKey, productId: editionCode };
  const named = { pageKey, editionCode, version, title, sha256, blocks };
  return [
    { call: 'queryPage', input, reply: ok({ ...named, publishedAt: formatDateTime(at) }) },
    {
      call: 'pageVersions',
      input,
      reply: ok({
        ...{ editionCode, productName },
        versions: versions.map((one, index) => {
          const next = versions[index - 1];
          return {
            ...{ version: one.version, title: one.title, sha256: one.sha256 },
            publishedAt: formatDateTime(one.published_at),
            replacedAt: next === undefined ? null : formatDateTime(next.published_at),
          };
        }),
      }),
    },
  ];
}
