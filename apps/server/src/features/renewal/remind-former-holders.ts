import { remindsFormerHolders } from '@huimin/domain/booking';
import { spokenDay } from '@huimin/domain/date';
import { saleWindowAt } from '@huimin/domain/product';
import { STANDING_CONTRACT } from '@huimin/domain/withholding';
import { inParallel } from '../../coordination/in-parallel.ts';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { SmsGateway } from '../../ports/sms-gateway.ts';
import { accountsByIds } from '../account/index.ts';
import { type EditionStore, editionsOfYear, type LoadedEdition } from '../configuration/index.ts';

export interface ReminderDependencies extends Core {
  readonly editions: EditionStore;
  readonly sms: SmsGateway;
  /** The pace of messages that go to many. */
  readonly noticesPerSecond: number;
}

export const REMINDING_EVERY_MS = 2_000;
const WIDTH = 10;

/**
 * Tells those who hold a policy of the year before that the edition on sale can be bought: once, by day only, at the pace of all
 * such messages, and not who has bought it, or whose contract does. Who wants no marketing is left out where it is sent. That
 * somebody is about to be told is written first: a program that ends then tells nobody twice. Answers how many.
 */
export async function remindFormerHolders(deps: ReminderDependencies): Promise<number> {
  const nowMs = deps.clock.now();
  // Of editions side by side nobody is told twice.
  const edition = deps.editions.edition();
  if (!edition) return 0;
  await forgetEnded(deps, nowMs);
  return remindsFormerHolders(edition.document, nowMs) ? remindOf(deps, edition) : 0;
}

async function remindOf(deps: ReminderDependencies, edition: LoadedEdition): Promise<number> {
  const { code, document } = edition;
  const { name, editionYear } = document;
  const codesOf = (year: number) => editionsOfYear(deps.editions, { name, editionYear: year }).map((one) => one.code);
  const former = codesOf(editionYear - 1);
  if (former.length === 0) return 0;
  const nowMs = deps.clock.now();
  const limit = Math.max(1, Math.round((deps.noticesPerSecond * REMINDING_EVERY_MS) / 1_000));
  const holders = await deps.database.transaction((query) =>
    takePage(query, { code, ofYear: codesOf(editionYear), former, limit, nowMs }),
  );
  const accounts = await accountsByIds(deps.database.query, holders);
  await inParallel(
    accounts,
    WIDTH,
    async ({ id, shard, phoneSealed }) => {
      await deps.sms.send({
        phone: deps.vault.open('phone', phoneSealed),
        template: 'renewal-open',
        parameters: { product: document.proName, date: spokenDay(document.insureEnd) },
        outId: `${code}-renewal`,
        account: { id, shard },
      });
    },
    (_account, error) => deps.log.error({ edition: code, problem: String(error) }, 'a reminder was not sent'),
  );
  return accounts.length;
}

interface Page {
  readonly code: string;
  /** Editions of the same year as this one, itself among them: whoever has cover by any is not told. */
  readonly ofYear: readonly string[];
  readonly former: readonly string[];
  readonly limit: number;
  readonly nowMs: number;
}

/** In force, or to be. */
const STANDING = '(0, 1)';

/** The next policies by number, and of their holders those to be told; for one server at a time. */
async function takePage(query: Query, { code, ofYear, former, limit, nowMs }: Page): Promise<bigint[]> {
  await query(
    'insert into renewal_walks (edition_code, shard, policy_id) values ($1, -1, 0) on conflict (edition_code) do nothing',
    [code],
  );
  const [walk] = await query<{ shard: number; policy_id: bigint }>(
    'select shard, policy_id from renewal_walks where edition_code = $1 and not done for update skip locked',
    [code],
  );
  if (!walk) return [];
  const page = await query<{ shard: number; id: bigint; user_id: bigint; counts: boolean }>(
    `select shard, id, user_id, edition_code = any($3) and status in ${STANDING} as counts from policies
     where (shard, id) > ($1, $2) order by shard, id limit $4`,
    [walk.shard, walk.policy_id, former, limit],
  );
  const last = page.at(-1);
  await query(`update renewal_walks set shard = $2, policy_id = $3, done = $4 where edition_code = $1`, [
    code,
    last?.shard ?? walk.shard,
    last?.id ?? walk.policy_id,
    page.length < limit,
  ]);
  const holders = page.filter(({ counts }) => counts);
  const told = await query<{ user_id: bigint }>(
    `with insured as materialized (
       select p.user_id from unnest($1::smallint[], $2::bigint[]) as g(shard, user_id)
       join policies p on p.shard = g.shard and p.user_id = g.user_id where p.edition_code = any($6)
     ), contracted as materialized (
       select c.user_id from unnest($1::smallint[], $2::bigint[]) as g(shard, user_id)
       join withholding_contracts c on c.shard = g.shard and c.user_id = g.user_id where c.status = any($5::text[])
     )
     insert into renewal_reminders (shard, user_id, edition_code, told_at)
     select distinct g.shard, g.user_id, $3, $4::timestamptz from unnest($1::smallint[], $2::bigint[]) as g(shard, user_id)
     where g.user_id not in (select user_id from insured) and g.user_id not in (select user_id from contracted)
     on conflict do nothing returning user_id`,
    [
      holders.map(({ shard }) => shard),
      holders.map(({ user_id: id }) => id),
      code,
      new Date(nowMs),
      [...STANDING_CONTRACT],
      ofYear,
    ],
  );
  return told.map(({ user_id: id }) => id);
}

/** A sale that is over is not told of any more, and nobody has to be remembered for it. */
async function forgetEnded({ database, editions }: ReminderDependencies, nowMs: number): Promise<void> {
  for (const { code } of await database.query<{ code: string }>('select edition_code as code from renewal_walks')) {
    const document = editions.edition(code)?.document;
    if (document && saleWindowAt(document, nowMs) === 'insureing') continue;
    await database.query('delete from renewal_reminders where edition_code = $1', [code]);
    await database.query('delete from renewal_walks where edition_code = $1', [code]);
  }
}
