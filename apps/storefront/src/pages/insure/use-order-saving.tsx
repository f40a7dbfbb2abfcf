import type { MemberViewValue } from '@huimin/contract';
import { formatYuan } from '@huimin/domain/money';
import { type ReactNode, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useClient } from '../../api/client-context.ts';
import { noReplyReason } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { browserStorage } from '../../channel/browser-storage.ts';
import { keptShareVisit, useNavigation, useOpenFlow } from '../../context/index.ts';
import type { RequiredDocument } from '../../features/documents/use-required-documents.ts';
import { browserDraft } from '../../features/draft-order/browser-draft.ts';
import { agreedVersions, type OrderDraft, withoutClosedOrder } from '../../features/draft-order/order-draft.ts';
import { attributionOf, recordIdOf } from '../../features/order/order-input.ts';
import {
  type OrderRefusal,
  orderRefusalOf,
  type RefusedPerson,
  refusalSentences,
} from '../../features/order/order-refusal.ts';
import { payHref, waitingOrderOf } from '../../features/order/waiting-orders.ts';
import { useLine } from '../../features/purchase-line/use-line.tsx';
import { confirmDialog } from '../../ui/index.ts';
import { thisVisit } from './use-draft-reading.ts';

type Parts = {
  editionCode: string;
  planCode: string | undefined;
  payer: MemberViewValue | null;
  people: readonly MemberViewValue[];
  /** The sum that stands on the screen. */
  shownFen: number;
  documents: readonly RequiredDocument[];
  refreshDocuments: () => Promise<void>;
  /** The consent has to be given anew. */
  onConsentGone: () => void;
};

export interface AssistedWay {
  readonly assistanceNo: string;
  readonly policyholderMemberId: string;
}

/** The sale's own way is what the server takes where nothing is said. */
function flowOf(flow: ReturnType<typeof useOpenFlow>): { flow?: 'early' | 'mid' } {
  return flow === 'early' || flow === 'mid' ? { flow } : {};
}

const NO_REPLY = '没有收到回复。请再点一次“去付款”，不会重复下单';

const NOT_WAITED = '已经不排了，填好的内容都在。过一会儿再点“去付款”';

/** Saves the order and leaves for the payment; says in words what stands in the way. */
export function useOrderSaving(parts: Parts): {
  /** `assisted`: what a resident confirms of an outlet's help. */
  save: (assisted?: AssistedWay) => Promise<void>;
  busy: boolean;
  /** Shown while more people are buying than can be served. */
  line: ReactNode;
  problem: string | null;
  clearProblem: () => void;
} {
  const { navigate } = useNavigation();
  const openFlow = useOpenFlow();
  const client = useClient();
  const [run, { busy }] = useAction(calls.saveOrder, { quietFailure: true });
  const [runAgain] = useAction(calls.saveOrder, { quietFailure: true, overlay: false });
  const line = useLine();
  const [problem, setProblem] = useState<string | null>(null);
  const store = browserDraft(parts.editionCode);

  const send = (draft: OrderDraft, assisted: AssistedWay | undefined) =>
    line.through((lineTicket, isAgain) =>
      (isAgain ? runAgain : run)({ ...orderInput(draft, assisted), ...(lineTicket ? { lineTicket } : {}) }),
    );

  const orderInput = (draft: OrderDraft, assisted: AssistedWay | undefined) => ({
    ...(assisted ? { flow: 'assisted' as const, assistanceNo: assisted.assistanceNo } : flowOf(openFlow)),
    clientKey: draft.clientKey,
    productId: parts.editionCode,
    ...(parts.planCode ? { planCode: parts.planCode } : {}),
    policyholderMemberId: assisted?.policyholderMemberId ?? parts.payer?.memberId ?? '',
    insuredMemberIds: [...draft.memberIds],
    agreedDocuments: agreedVersions(draft, parts.documents, thisVisit()).map(({ key, version }) => ({
      key,
      version,
    })),
    traceId: recordIdOf(browserStorage('sessionStorage')),
    ...attributionOf(location.hash.split('?')[1] ?? ''),
    shareVisit: keptShareVisit(browserStorage('localStorage')),
  });

  const save = async (assisted?: AssistedWay) => {
    setProblem(null);
    let draft = store.get();
    let reply = await send(draft, assisted);
    if (reply && !reply.ok && reply.name === 'order-state') {
      // The order of this key was closed: what is on the screen becomes a new one, under a new key.
      const closedKey = draft.clientKey;
      draft = store.change((before, making) => withoutClosedOrder(before, closedKey, making));
      reply = await send(draft, assisted);
    }
    if (reply === null) return setProblem(NOT_WAITED);
    if (reply.ok) return goOn(reply.value);
    if (reply.name === 'no-reply') {
      return setProblem(`${noReplyReason(reply.failure)}，${NO_REPLY}`);
    }
    if (reply.name === 'switched-off' && openFlow === 'mid' && !assisted) return explainReason(reply.message);
    await explain(orderRefusalOf(reply));
  };

  /** A page that stayed open while the price changed shows the former one: nobody pays another sum than the one they saw unasked. */
  const goOn = async ({ orderNo, premiumFen }: { orderNo: string; premiumFen: number }) => {
    const goes =
      premiumFen === parts.shownFen ||
      (await confirmDialog({
        title: '价格有变',
        body: `刚才看到的是 ${formatYuan(parts.shownFen)} 元，现在是 ${formatYuan(premiumFen)} 元。还没有扣款，不想买可以取消订单`,
        confirm: `付 ${formatYuan(premiumFen)} 元`,
        cancel: '先看订单',
      }));
    navigate(`/${goes ? 'pay' : 'orderDetail'}?orderNo=${encodeURIComponent(orderNo)}`);
  };

  /** Joining mid-year, somebody has no reason yet that entitles them: the papers come first. */
  const explainReason = async (message: string) => {
    const goes = await confirmDialog({
      title: '要先确认资格',
      body: message,
      confirm: '去确认资格',
      cancel: '取消',
    });
    if (goes) return navigate('/midApply');
    setProblem(message);
  };

  const explain = async (refusal: OrderRefusal) => {
    switch (refusal.kind) {
      case 'people':
        return explainPeople(refusal.people, refusal.message);
      case 'documents-changed':
        parts.onConsentGone();
        await parts.refreshDocuments();
        return setProblem(refusal.message);
      case 'closed':
        return setProblem('这笔订单已经关闭，请再点一次“去付款”');
      case 'correct-people':
      case 'other':
        return setProblem(refusal.message);
      case 'elsewhere':
        return;
    }
  };

  const explainPeople = async (refused: readonly RefusedPerson[], message: string) => {
    const sentences = refusalSentences(refused);
    const own = refused.find((person) => person.state === 'own-order');
    const goes = await confirmDialog({
      title: '有人现在不能参保',
      body:
        sentences.length > 0
          ? sentences.map((sentence) => (
              <span key={sentence} className="line">
                {sentence}
              </span>
            ))
          : message,
      confirm: own ? '看那笔订单' : '修改名单',
      cancel: '取消',
    });
    if (!goes) return setProblem(sentences.join('；') || message);
    if (!own) return navigate('/beforeAuthUser');
    const waiting = await client
      .call(calls.queryOrdersV2, { filter: 'waiting', limit: 50 }, { quietFailure: true })
      .catch(() => null);
    const person = parts.people.find((member) => member.memberId === own.memberId);
    const orderNo = waiting?.ok && person ? waitingOrderOf(person, waiting.value.orders) : null;
    navigate(payHref(orderNo));
  };

  return { save, busy: busy || line.isStanding, line: line.panel, problem, clearProblem: () => setProblem(null) };
}
