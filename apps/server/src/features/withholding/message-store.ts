import type { Query } from '../../db/database.ts';

/** SENT: the gateway took it. UNCLEAR: it may have gone out, and is not sent again. DROPPED: nothing to tell any more. */
export type MessageState = 'WAITING' | 'SENDING' | 'SENT' | 'REFUSED' | 'UNCLEAR' | 'DROPPED';

export interface MessageRow {
  shard: number;
  contract_id: bigint;
  edition_code: string;
  /** before-30, before-7, before-1 a charge; missed-1…; ended: how a year came out; closed: the contract. */
  kind: string;
  state: MessageState;
  parameters: Readonly<Record<string, string>>;
  send_at: number;
  not_after: number | null;
  sent_at: number | null;
}

const COLUMNS = 'shard, contract_id, edition_code, kind, state, parameters, send_at, not_after, sent_at';

export interface NewMessage {
  readonly kind: string;
  readonly sendAtMs: number;
  readonly notAfterMs?: number;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Each kind once for a contract and an edition, however often it is planned. */
export async function planMessages(
  query: Query,
  contract: { readonly shard: number; readonly id: bigint },
  editionCode: string,
  messages: readonly NewMessage[],
): Promise<void> {
  for (const { kind, sendAtMs, notAfterMs, parameters } of messages) {
    await query(
      `insert into withholding_messages (shard, contract_id, edition_code, kind, template, parameters, state, send_at,
         not_after)
       values ($1, $2, $3, $4, '', $5, 'WAITING', $6, $7) on conflict do nothing`,
      [
        contract.shard,
        contract.id,
        editionCode,
        kind,
        JSON.stringify(parameters ?? {}),
        new Date(sendAtMs),
        notAfterMs === undefined ? null : new Date(notAfterMs),
      ],
    );
  }
}

export async function messagesOf(query: Query, shard: number, contractIds: readonly bigint[]): Promise<MessageRow[]> {
  if (contractIds.length === 0) return [];
  return query<MessageRow>(
    `select ${COLUMNS} from withholding_messages where shard = $1 and contract_id = any($2)
     order by contract_id desc, sent_at desc nulls first`,
    [shard, contractIds],
  );
}

/**
 * Takes messages whose time has come, each for one server only. One that a server took and never answered for may have
 * gone out.
 */
export async function leaseMessages(
  query: Query,
  nowMs: number,
  leaseMs: number,
  limit: number,
): Promise<MessageRow[]> {
  await query(
    `update withholding_messages set state = 'UNCLEAR', lease_until = null
     where state = 'SENDING' and lease_until < $1`,
    [new Date(nowMs)],
  );
  return query<MessageRow>(
    `update withholding_messages set state = 'SENDING', lease_until = $2
     where (shard, contract_id, edition_code, kind) in (
       select shard, contract_id, edition_code, kind from withholding_messages
       where state = 'WAITING' and send_at <= $1 order by send_at limit $3
     ) and state = 'WAITING'
     returning ${COLUMNS}`,
    [new Date(nowMs), new Date(nowMs + leaseMs), limit],
  );
}

/** What became of a message that was taken. */
export async function finishMessage(
  query: Query,
  message: MessageRow,
  result: {
    readonly state: MessageState;
    readonly template: string;
    readonly atMs: number;
    readonly sendAtMs?: number;
  },
): Promise<void> {
  await query(
    `update withholding_messages set state = $5, template = $6, lease_until = null,
       sent_at = case when $5 = 'SENT' then $7::timestamptz else sent_at end,
       send_at = coalesce($8::timestamptz, send_at)
     where shard = $1 and contract_id = $2 and edition_code = $3 and kind = $4`,
    [
      message.shard,
      message.contract_id,
      message.edition_code,
      message.kind,
      result.state,
      result.template,
      new Date(result.atMs),
      result.sendAtMs === undefined ? null : new Date(result.sendAtMs),
    ],
  );
}
