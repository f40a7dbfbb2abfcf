import type { DeskRequestLineValue, DeskRequestRowValue, DeskRequestViewValue } from '@huimin/contract/console';
import type { DeskTopicName } from '@huimin/domain/endorsement';
import type { StaffScope } from '@huimin/domain/staff';
import type { Query } from '../../db/database.ts';
import type { FileReply, Reply } from '../../http/handler.ts';
import type { ListInput } from './change-desk-deps.ts';

export type DeskStand = NonNullable<ListInput['stand']>;
export type DeskDecisionKind = DeskRequestViewValue['decisions'][number];

export interface DeskDecision {
  readonly kind: DeskDecisionKind;
  /** Who decided, with the account; both where there are two. */
  readonly by: string;
  /** What the resident is told; null for an approval. */
  readonly note: string | null;
}

/** Which rows of a topic: within whose scope, standing where, apart from those that wait for the second person. */
export interface Wanted {
  readonly scope: StaffScope;
  readonly stand: DeskStand;
  /** Ids of requests that somebody agreed to and another one still has to. */
  readonly second: readonly bigint[];
  readonly city?: ListInput['city'];
  readonly kind?: ListInput['kind'];
  readonly after?: ListInput['after'];
}

/** One request opened for the desk. */
export interface OpenedRequest {
  readonly line: DeskRequestLineValue;
  readonly person: Buffer | null;
  /** Waits for a decision of ours. */
  readonly isOpen: boolean;
  readonly masked: readonly DeskRequestRowValue[];
  readonly whole: readonly DeskRequestRowValue[];
  readonly checks: DeskRequestViewValue['checks'];
  readonly history: DeskRequestViewValue['history'];
  readonly answer: string | null;
  readonly files: DeskRequestViewValue['files'];
  /** Why an approval moves somebody's identity; null: it does not. */
  readonly movesIdentity: string | null;
  /** Why it cannot be approved; it can still be turned down. */
  readonly whyNotApproved: string | null;
  readonly decisions: readonly DeskDecisionKind[];
  paper(fileId: string): Promise<FileReply | null>;
  /** In the caller's transaction, which is undone where this is refused. */
  decide(query: Query, decision: DeskDecision): Promise<Reply<unknown>>;
}

/** One kind of request that waits for a person. */
export interface DeskTopic {
  readonly topic: DeskTopicName;
  idOf(requestNo: string): bigint | null;
  /** How many, up to a thousand. */
  count(wanted: Wanted): Promise<number>;
  page(
    wanted: Wanted,
    limit: number,
  ): Promise<readonly { readonly line: DeskRequestLineValue; readonly cursor: string }[]>;
  /** Null outside the scope, as for what is not there. */
  open(query: Query, scope: StaffScope, id: bigint): Promise<OpenedRequest | null>;
}

export const COUNTED = 1_000;
const USER = '缴费人本人';

/** Who did something with a request, from how it was written down. */
export function whoDid(byWhom: string): string {
  if (byWhom === 'user') return USER;
  return byWhom === 'rules' ? '系统' : byWhom.replace(/^operator:/, '');
}

/** The place of a cursor in a list. */
export function placeOf(after: string): readonly [atMs: number, id: string] {
  const [at = '0', id = '0'] = after.split('_');
  return [Number(at), id];
}

/** A cursor's id may be longer than any there is. */
export const isId = (text: string): boolean =>
  /^\d{1,18}$/.test(text) || (/^\d{19}$/.test(text) && text <= '9223372036854775807');
