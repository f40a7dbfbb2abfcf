import type { Calls, ChangeOverviewValue } from '@huimin/contract';
import { CHANGE_REASONS, maskedValue, REVIEW_WORKING_DAYS } from '@huimin/domain/endorsement';
import { maskMiddle, maskPhone } from '@huimin/domain/person';
import { regionDisplayText } from '@huimin/domain/region';
import { type Handler, ok } from '../../http/handler.ts';
import { accountPhone } from '../account/index.ts';
import { offeredEntries } from '../configuration/index.ts';
import { insuredDetails, policyholderDetails } from '../order/index.ts';
import { changeableOrder, whyNotOffered, whyPayerStays, whyPolicyStays } from './change-context.ts';
import type { ChangeDependencies } from './change-deps.ts';
import { draftPlan } from './change-plan.ts';
import { changesOfOrder } from './change-store.ts';
import { changeViews } from './change-view.ts';

const MOST_SHOWN = 30;

/** What can be changed of an order now, and what was. */
export function queryChanges(deps: ChangeDependencies): Handler<Calls['queryChanges']> {
  return async ({ orderNo, draftNo }, request) => {
    const found = await changeableOrder(deps, request, orderNo);
    if (!found.ok) return found;
    const context = found.value;
    const { order, edition, people, policies } = context;
    const payer = policyholderDetails(deps, order);
    const owner = { shard: order.shard, userId: order.user_id };
    const changes = await changesOfOrder(deps.database.query, owner, order.id, MOST_SHOWN);
    const { insuranceCompany } = edition.document;
    const shown = (field: 'phone' | 'email' | 'address', value: string | null | undefined): string =>
      value ? maskedValue(field, value) : '';
    const offer = (why: string | null) => ({ offered: why === null, notOffered: why });
    const listed: ChangeOverviewValue['people'] = people.map((row) => {
      const details = insuredDetails(deps, row);
      return {
        ...offer(whyNotOffered(edition, 'insured') ?? whyPolicyStays(policies.find(({ id }) => id === row.id))),
        policyNo: deps.numbers.policyNo(row.id),
        name: details.name,
        relationship: row.relationship as '00',
        idType: details.idType,
        idNumberMasked: maskMiddle(details.idNumber),
        phoneMasked: shown('phone', details.phone),
        regionCode: row.region_code,
        regionText: regionDisplayText(row.region_code) ?? '',
      };
    });
    return ok({
      orderNo,
      productName: edition.document.proName,
      editionYear: order.edition_year,
      phase: context.phase,
      loginPhoneMasked: maskPhone(await accountPhone(deps, request.user)),
      reviewDays: REVIEW_WORKING_DAYS,
      tellsResults: deps.tellsResults,
      insurerName: (insuranceCompany.find((company) => company.lead) ?? insuranceCompany[0])?.name ?? '',
      payer: {
        ...offer(whyNotOffered(edition, 'payer') ?? whyPayerStays(context)),
        name: payer.name,
        idType: payer.idType,
        idNumberMasked: maskMiddle(payer.idNumber),
        phoneMasked: shown('phone', payer.phone),
        emailMasked: shown('email', payer.email),
        addressMasked: shown('address', payer.address),
        policyCount: policies.filter((policy) => whyPolicyStays(policy) === null).length,
      },
      people: listed,
      reasons: await offeredEntries(deps.database.query, 'change_reason', CHANGE_REASONS),
      draft: draftNo === undefined ? null : await draftPlan(deps, context, request, draftNo),
      changes: await changeViews(deps, context, changes),
    });
  };
}
