import type { Calls, InputOf } from '@huimin/contract';
import { POLICY_STATUS } from '@huimin/domain/policy';
import { bornInTime, coverFrom, FLOW_RULES, FLOW_WINDOWS, type PurchaseFlow } from '@huimin/domain/product';
import { type Attribution, attributionOf } from '@huimin/domain/share';
import type { Core } from '../../core.ts';
import { fail, ok, type Reply, type SessionUser } from '../../http/handler.ts';
import { assistanceForOrder } from '../assisted-sale/index.ts';
import { type LoadedEdition, whoMayBring } from '../configuration/index.ts';
import type { StoredMember } from '../insured/index.ts';
import { approvedMidYear } from '../mid-year/index.ts';
import { sharesOfOrder } from '../sharing/index.ts';

/** How an order comes about, as it is stored with it. */
export interface PurchaseWay {
  readonly flow: PurchaseFlow;
  /** First day of cover; null: the edition's. */
  readonly coverFrom: string | null;
  readonly assistanceNo: string | null;
  /** To whom it is put down, from now on unchangeable. */
  readonly attribution: Attribution | null;
  /** A company's money is there already; nobody is waited for. */
  readonly forGroup?: true;
}

type Input = InputOf<Calls['saveOrder']>;

/** The way the screen showed, where it is open now. Another that opened meanwhile has other terms: null. */
export function openWay(edition: LoadedEdition, input: Input, nowMs: number): PurchaseFlow | null {
  const flow = input.flow ?? 'normal';
  return FLOW_WINDOWS[flow](edition.document, nowMs) ? flow : null;
}

/** Whether these people may be insured this way, and from when on. */
export async function purchaseWay(
  core: Core,
  asked: {
    readonly flow: PurchaseFlow;
    readonly edition: LoadedEdition;
    readonly input: Input;
    readonly user: SessionUser;
    /** The messaging app's user of the browser. */
    readonly openId: string | null;
    readonly insured: readonly StoredMember[];
    readonly nowMs: number;
  },
): Promise<Reply<PurchaseWay>> {
  const { flow, edition, user, insured, nowMs } = asked;
  const rule = FLOW_RULES[flow];
  const way = { flow, coverFrom: coverFrom(flow, edition.document, nowMs), assistanceNo: null };
  if (rule.coveredBefore) {
    const names = await namesNotCoveredBefore(core, edition, user, insured);
    if (names.length > 0)
      return fail('switched-off', `提前参保只为以前参保过的人办理：${names.join('、')}请等正式开售`);
  }
  if (rule.needsReason) {
    const names = await namesWithoutReason(core, asked);
    if (names.length > 0) return fail('switched-off', `${names.join('、')}还没有中途参保资格，请先办理资格确认`);
  }
  if (!rule.needsAssistance) return ok({ ...way, attribution: await attributionFor(core, asked, null) });
  const { assistanceNo } = asked.input;
  const help = assistanceNo ? await assistanceForOrder(core, user, assistanceNo) : null;
  if (!help || !assistanceNo) return fail('switched-off', '这次协助已经结束。要接着办，请工作人员换一个码');
  return ok({ ...way, assistanceNo, attribution: await attributionFor(core, asked, help.agentCode) });
}

async function attributionFor(
  core: Core,
  { input, user, openId, nowMs }: Parameters<typeof purchaseWay>[1],
  outletAgentCode: string | null,
): Promise<Attribution | null> {
  const shares = await sharesOfOrder(core, input, { userId: user.id, openId }, nowMs);
  const allowed = await whoMayBring(core.database.query, [input.agentCode, outletAgentCode], nowMs);
  return attributionOf({
    ...{ ...shares, nowMs },
    agentCode: input.agentCode !== undefined && allowed(input.agentCode) ? input.agentCode : undefined,
    outletAgentCode: outletAgentCode !== null && allowed(outletAgentCode) ? outletAgentCode : null,
  });
}

/** Who has no policy of an earlier edition from this account. */
async function namesNotCoveredBefore(
  core: Core,
  edition: LoadedEdition,
  user: SessionUser,
  insured: readonly StoredMember[],
): Promise<string[]> {
  const rows = await core.database.query<{ person_index: Buffer }>(
    `select distinct i.person_index from policies p join insured i on i.shard = p.shard and i.id = p.id
     where p.shard = $1 and p.user_id = $2 and p.edition_year < $3 and p.status not in ($4, $5)
       and i.person_index = any($6::bytea[])`,
    [
      user.shard,
      user.id,
      edition.document.editionYear,
      POLICY_STATUS.cancelled,
      POLICY_STATUS.issuingFailed,
      insured.map((member) => member.personIndex),
    ],
  );
  return insured
    .filter((member) => !rows.some((row) => row.person_index.equals(member.personIndex)))
    .map((member) => member.details.name);
}

async function namesWithoutReason(
  core: Core,
  { edition, user, insured, nowMs }: Parameters<typeof purchaseWay>[1],
): Promise<string[]> {
  const reasons = edition.document.flows?.mid?.reasons ?? [];
  const others = insured.filter(
    (member) => !reasons.some((reason) => bornInTime(reason, member.details.birthDate, nowMs)),
  );
  if (others.length === 0) return [];
  const approved = await approvedMidYear(
    core.database.query,
    user,
    edition.code,
    others.map((member) => member.personIndex),
    nowMs,
  );
  return others
    .filter((member) => !approved.some((index) => index.equals(member.personIndex)))
    .map((member) => member.details.name);
}
