import type { ProductInfoValue } from '@huimin/contract';
import type { CatalogueNameValue } from '@huimin/contract/console';
import { inChannel, type Outlet } from '@huimin/domain/outlet';
import { mayStaff } from '@huimin/domain/staff';
import { fail, ok, type PreviewAnswer } from '../../http/handler.ts';
import { serviceListView } from '../health-services/index.ts';
import { outletListView } from '../outlets/index.ts';
import { drugListView } from '../special-drugs/index.ts';
import type { StaffMember } from '../staff/index.ts';
import { type CatalogueDeskDependencies, type OpenedCatalogue, openCatalogue, seesRow } from './catalogue-desk-deps.ts';
import { CATALOGUES } from './catalogues.ts';
import { draftOf } from './draft-store.ts';

type Deps = Pick<CatalogueDeskDependencies, 'database'>;
type OfEdition = Pick<ProductInfoValue, 'editionCode' | 'editionYear' | 'benefits'>;

/** Which edition a list is looked at in, for somebody who may look at its draft; null where there is none for them. */
export function previewedCatalogue(
  deps: Pick<CatalogueDeskDependencies, 'editions'>,
  list: string,
  edition: string | undefined,
  { scope, roles }: Pick<StaffMember, 'scope' | 'roles'>,
): OpenedCatalogue | null {
  const mayDraft = mayStaff(roles, 'catalogue.change') || mayStaff(roles, 'catalogue.approve');
  return mayDraft && isCatalogue(list) ? openCatalogue(deps, { list, edition }, scope) : null;
}

const isCatalogue = (list: string): list is CatalogueNameValue => Object.hasOwn(CATALOGUES, list);

/** What the residents' pages read of an edition's lists; `drafted` as its draft has it, within somebody's scope. */
export async function listAnswers(
  deps: Deps,
  edition: OfEdition,
  drafted?: { readonly opened: OpenedCatalogue; readonly scope: StaffMember['scope'] },
): Promise<PreviewAnswer[]> {
  const { query } = deps.database;
  const productId = edition.editionCode;
  const shownOf = async (list: CatalogueNameValue) => {
    const catalogue = CATALOGUES[list];
    const shown = await catalogue.current(query, catalogue.ofEdition ? productId : '');
    if (drafted?.opened.catalogue !== catalogue) return shown;
    const draft = await draftOf(query, list, drafted.opened.edition);
    if (draft === null) return shown;
    const rows = draft.rows.filter((row) => seesRow(drafted.opened, row, drafted.scope));
    return { version: (shown?.version ?? 0) + 1, publishedAtMs: draft.written_at, rows };
  };
  const [drugs, pharmacies] = [await shownOf('drugs'), await shownOf('pharmacies')];
  const outlets: readonly Outlet[] = inChannel((await shownOf('outlets'))?.rows ?? [], 'branch');
  const first = outletListView(outlets, null);
  return [
    {
      call: 'specialDrugs',
      input: { productId },
      reply: ok(
        drugListView(edition, {
          ...{ version: drugs?.version ?? 0, publishedAtMs: drugs?.publishedAtMs ?? null },
          ...{ drugs: drugs?.rows ?? [], pharmacies: pharmacies?.rows ?? [] },
        }),
      ),
    },
    {
      call: 'healthServices',
      input: { productId },
      reply: ok(serviceListView(edition, await shownOf('health-services'))),
    },
    { call: 'myHealthServices', input: { productId }, reply: fail('not-logged-in') },
    { call: 'queryOutlets', input: { channel: 'branch' }, reply: ok(first) },
    ...first.cities.map(({ cityCode }) => ({
      ...{ call: 'queryOutlets' as const, input: { channel: 'branch' as const, cityCode } },
      reply: ok(outletListView(outlets, cityCode)),
    })),
  ];
}
