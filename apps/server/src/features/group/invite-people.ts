import { isOnSale } from '@huimin/domain/product';
import { isQuiet } from '@huimin/domain/text-message';
import { inParallel } from '../../coordination/in-parallel.ts';
import { amongDue } from '../../db/due-rows.ts';
import { newMessageLink, shardOfMessageLink } from '../message-link/index.ts';
import type { GroupDependencies } from './group-deps.ts';
import { type GroupRow, groupById, groupDetails } from './group-store.ts';
import { groupPersonDetails, PERSON_COLUMNS, type PersonRow } from './people-store.ts';

const PER_ROUND = 50;
const WIDTH = 5;
/** A message that was not surely sent is sent again after this, with another link. */
const RETRY_MS = 10 * 60_000;
const LINK_LIFE_MS = 15 * 24 * 3_600_000;
const NAME_IN_MESSAGE = 20;

/** Sends the messages that are due, by day only. Returns how many were handled. */
export async function inviteDuePeople(deps: GroupDependencies): Promise<number> {
  const { query } = deps.database;
  const nowMs = deps.clock.now();
  if (isQuiet(nowMs)) return 0;
  const people = await query<PersonRow>(
    `with due as materialized (
       select shard, id from group_people where invite_due_at <= $1 order by invite_due_at, id limit $3
     )
     update group_people set invite_due_at = $2
     where ${amongDue(`invite_due_at <= $1`)}
     returning ${PERSON_COLUMNS}`,
    [new Date(nowMs), new Date(nowMs + RETRY_MS), PER_ROUND],
  );
  const groups = new Map<bigint, GroupRow | null>();
  for (const { group_id: id } of people) if (!groups.has(id)) groups.set(id, await groupById(query, id));
  await inParallel(
    people,
    WIDTH,
    (person) => invite(deps, groups.get(person.group_id) ?? null, person),
    (person, error) =>
      deps.log.error({ person: deps.numbers.groupPersonNo(person.id), problem: String(error) }, 'not invited yet'),
  );
  return people.length;
}

/** The link counts before the message goes out: one that arrives can always be used, and the one before ends. */
async function invite(deps: GroupDependencies, group: GroupRow | null, person: PersonRow): Promise<void> {
  const { query } = deps.database;
  const nowMs = deps.clock.now();
  const edition = group && deps.editions.edition(group.edition_code);
  const isOpen = edition && group.status !== 'closed' && isOnSale(edition.document, nowMs);
  if (!isOpen || person.status !== 'waiting') return settle(deps, person, 'not-needed');
  const link = newMessageLink(deps, person.shard);
  await query('update group_people set link_hash = $3, link_until = $4 where shard = $1 and id = $2', [
    person.shard,
    person.id,
    linkHash(deps, link),
    new Date(nowMs + LINK_LIFE_MS),
  ]);
  const { phone } = groupPersonDetails(deps, person);
  if (phone === null) return settle(deps, person, 'not-needed');
  const company = groupDetails(deps, group).companyName.slice(0, NAME_IN_MESSAGE);
  const sent = await deps.sms.send({
    phone,
    template: 'group-invite',
    parameters: { company, product: edition.document.proName, link },
    outId: deps.numbers.groupPersonNo(person.id),
  });
  if (sent.kind === 'limited' || sent.kind === 'unknown') return;
  if (sent.kind !== 'accepted') {
    deps.log.warn({ person: deps.numbers.groupPersonNo(person.id), result: sent.kind }, 'message not accepted');
  }
  await settle(deps, person, sent.kind === 'accepted' ? 'sent' : 'refused');
}

async function settle(
  deps: GroupDependencies,
  person: PersonRow,
  outcome: 'sent' | 'refused' | 'not-needed',
): Promise<void> {
  const note = outcome === 'refused' ? '这个手机号收不到短信，请改手机号后重新上传' : null;
  await deps.database.query(
    `update group_people set invite_due_at = null, note = $4,
       invited_at = case when $3 then $5::timestamptz else invited_at end,
       invites = invites + case when $3 then 1 else 0 end
     where shard = $1 and id = $2`,
    [person.shard, person.id, outcome === 'sent', note, new Date(deps.clock.now())],
  );
}

function linkHash({ index }: Pick<GroupDependencies, 'index'>, link: string): Buffer {
  return index.of('group-link', link);
}

/** Whoever has this link; null where it is no link of ours, or a newer one was sent. */
export async function personOfLink(deps: GroupDependencies, link: string): Promise<PersonRow | null> {
  const [row] = await deps.database.query<PersonRow>(
    `select ${PERSON_COLUMNS} from group_people where shard = $1 and link_hash = $2`,
    [shardOfMessageLink(link), linkHash(deps, link)],
  );
  return row ?? null;
}
