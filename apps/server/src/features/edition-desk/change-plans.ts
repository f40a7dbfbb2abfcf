import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import {
  inPlanOrder,
  premiumFenOf,
  whyNoNewPlan,
  whyNoOrder,
  whyPlanStays,
  whyPlansStay,
  withNewPlan,
  withoutPlan,
} from '@huimin/domain/edition-desk';
import { planOf, premiumYuanFields } from '@huimin/domain/product';
import type { Query } from '../../db/database.ts';
import { ok } from '../../http/handler.ts';
import type { EditionDocument } from '../configuration/index.ts';
import { unlessImpossible } from '../page-versions/index.ts';
import { type ConsoleHandler, type ConsoleRequest, NotPossible } from '../staff/index.ts';
import { seenDraft, subjectOf } from './change-draft.ts';
import { exampleFor } from './cover-fields.ts';
import type { EditionDeskDependencies } from './desk-deps.ts';
import { liveEdition, refuseUnlessEditing, updateDraft } from './draft-store.ts';
import { plansNeeded } from './plan-uses.ts';

interface Asked {
  readonly edition: string;
  readonly revision: number;
  readonly reopen?: boolean;
}

/** What becomes of a draft's plans, with what the audit log says of it. */
interface PlansChange {
  readonly document: EditionDocument;
  readonly detail: string;
}

type Change = (document: EditionDocument, query: Query) => Promise<PlansChange>;

export function addEditionPlan(deps: EditionDeskDependencies): ConsoleHandler<ConsoleCalls['addEditionPlan']> {
  return (input, request) =>
    changePlans(deps, input, request, async (document) => {
      const plan = { ...input.plan, premiumFen: premiumFenOf(input.plan.premiumYuan) };
      refuse(whyNoNewPlan(document, plan));
      const next = withNewPlan(document, plan);
      return { document: next, detail: `加方案：${named(next, plan.code)}` };
    });
}

export function removeEditionPlan(deps: EditionDeskDependencies): ConsoleHandler<ConsoleCalls['removeEditionPlan']> {
  return (input, request) =>
    changePlans(deps, input, request, async (document, query) => {
      const { edition, planCode } = input;
      refuse(whyPlanStays(document, planCode));
      refuse(
        (
          await plansNeeded(
            query,
            edition,
            document.plans.filter(({ code }) => code === planCode),
          )
        )[0] ?? null,
      );
      return { document: withoutPlan(document, planCode), detail: `删方案：${named(document, planCode)}` };
    });
}

export function arrangeEditionPlans(
  deps: EditionDeskDependencies,
): ConsoleHandler<ConsoleCalls['arrangeEditionPlans']> {
  return (input, request) =>
    changePlans(deps, input, request, async (document) => {
      const { planCodes } = input;
      refuse(whyNoOrder(document, planCodes));
      const next = inPlanOrder(document, planCodes);
      const back = next.plans.filter(({ code }) => !planOf(document, code)).map(({ code }) => named(next, code));
      const detail = back.length > 0 ? `放回方案：${back.join('、')}` : `方案顺序：${planCodes.join('、')}`;
      return { document: next, detail };
    });
}

function refuse(problem: string | null): void {
  if (problem !== null) throw new NotPossible('staff-rule', problem);
}

const named = (document: EditionDocument, code: string): string => `${planOf(document, code)?.name ?? ''}（${code}）`;

function changePlans(deps: EditionDeskDependencies, asked: Asked, request: ConsoleRequest, change: Change) {
  return unlessImpossible(
    deps.database.transaction(async (query) => {
      const draft = await seenDraft(query, asked, request);
      refuseUnlessEditing(draft, asked.reopen === true);
      const nowMs = deps.clock.now();
      const live = await liveEdition(query, draft.edition_code);
      refuse(whyPlansStay(live?.document ?? null, nowMs));
      const { document, detail } = await change(draft.document, query);
      await updateDraft(query, draft, {
        document: {
          ...document,
          ...premiumYuanFields(document),
          example: exampleFor(draft.document, document.benefits),
        },
        becomesDefault: draft.becomes_default,
        endAnnouncedOn: draft.end_announced_on,
        by: request.member.id,
        nowMs,
      });
      await request.note({ subject: subjectOf(draft), detail }, query);
      return ok({ revision: draft.revision + 1, savedAt: beijingDateTime(nowMs) });
    }),
  );
}
