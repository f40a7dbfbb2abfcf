import { POLICY_STATUS, policyStatusAt } from '@huimin/domain/policy';
import { type Benefit, benefitsOf } from '@huimin/domain/product';
import type { Core } from '../../core.ts';
import type { SessionUser } from '../../http/handler.ts';
import type { EditionStore } from '../configuration/index.ts';
import type { PersonDetails } from '../insured/index.ts';
import { editionOfOrder } from '../order/index.ts';

/** Somebody whom the asker has insured, with what the policy covers. */
export interface CoveredPerson {
  readonly policyId: bigint;
  readonly policyNo: string;
  readonly editionCode: string;
  readonly details: PersonDetails;
  readonly relationship: string;
  readonly validDate: string;
  readonly invalidDate: string;
  /** The cover stands now, or the edition lets services be tried before it begins. */
  readonly isOpen: boolean;
  readonly benefits: readonly Benefit[];
}

interface CoveredRow {
  id: bigint;
  edition_code: string;
  cover_from: string | null;
  plan_code: string;
  status: number;
  details_sealed: Buffer;
  relationship: string;
}

const OVER: readonly number[] = [POLICY_STATUS.cancelling, POLICY_STATUS.cancelled, POLICY_STATUS.issuingFailed];
const STANDING: readonly number[] = [POLICY_STATUS.inForce, POLICY_STATUS.changing];
/** More are never shown. */
const MOST = 100;

type CoverDependencies = Pick<Core, 'database' | 'vault' | 'numbers' | 'clock'> & { readonly editions: EditionStore };

/** People of an edition whom the asker has insured and whose policies stand or will stand; the oldest policy first. */
export async function coveredPeople(
  deps: CoverDependencies,
  user: Pick<SessionUser, 'id' | 'shard'>,
  editionCode: string,
): Promise<CoveredPerson[]> {
  const rows = await deps.database.query<CoveredRow>(
    `select p.id, p.edition_code, o.cover_from, coalesce(u.plan_code, o.plan_code) as plan_code, p.status,
       i.details_sealed, i.relationship
     from policies p join insured i on i.shard = p.shard and i.id = p.id
     join orders o on o.shard = p.shard and o.id = p.order_id
     left join upgrades u on u.shard = p.shard and u.policy_id = p.id and u.issued_at is not null and u.status in (0, 3)
     where p.shard = $1 and p.user_id = $2 and p.edition_code = $3 and p.issued_at is not null
     order by p.id limit $4`,
    [user.shard, user.id, editionCode, MOST],
  );
  return rows.flatMap((row): CoveredPerson[] => {
    const edition = editionOfOrder(deps.editions, row);
    if (!edition) return [];
    const { document } = edition;
    const status = policyStatusAt(row.status as 0, document, deps.clock.now());
    if (OVER.includes(status) || status === POLICY_STATUS.terminated || status === POLICY_STATUS.ended) return [];
    const early = status === POLICY_STATUS.notYetInForce && document.servicesBeforeCover === true;
    return [
      {
        policyId: row.id,
        policyNo: deps.numbers.policyNo(row.id),
        editionCode: row.edition_code,
        details: deps.vault.openJson<PersonDetails>('insured', row.details_sealed),
        relationship: row.relationship,
        validDate: document.validDate,
        invalidDate: document.invalidDate,
        isOpen: STANDING.includes(status) || early,
        benefits: benefitsOf(document, document.plans.find(({ code }) => code === row.plan_code) ?? null),
      },
    ];
  });
}

/** One of them by the number of the policy; null for anybody else's and for one that covers nobody any more. */
export async function coveredPerson(
  deps: CoverDependencies,
  user: Pick<SessionUser, 'id' | 'shard'>,
  policyNo: string,
): Promise<CoveredPerson | null> {
  const id = deps.numbers.policyId(policyNo);
  if (id === null) return null;
  const [row] = await deps.database.query<{ edition_code: string }>(
    `select edition_code from policies where shard = $1 and id = $2 and user_id = $3`,
    [user.shard, id, user.id],
  );
  const people = row ? await coveredPeople(deps, user, row.edition_code) : [];
  return people.find(({ policyId }) => policyId === id) ?? null;
}
