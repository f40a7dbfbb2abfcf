import { addYears, parseDate } from '../date/index.ts';
import type { FlowRules } from '../product/index.ts';
import type { DeskEdition } from './desk-edition.ts';

/**
 * The edition of the year after: dates moved by a year, the year in its names, its own code. What is this year's own (the
 * filing's number, the announcement) is left open, so that nobody forgets it.
 */
export function nextEdition<E extends DeskEdition>(edition: E, code: string): E {
  const year = edition.editionYear + 1;
  const renamed = (text: string): string =>
    text
      .split(String(edition.editionYear))
      .join(String(year))
      .split(`第 ${edition.accompanyYears} 年`)
      .join(`第 ${edition.accompanyYears + 1} 年`);
  const { announcedOn: _, ...rest } = edition;
  return {
    ...(rest as E),
    editionCode: code,
    editionYear: year,
    accompanyYears: edition.accompanyYears + 1,
    proName: renamed(edition.proName),
    slogan: renamed(edition.slogan),
    shareTitle: renamed(edition.shareTitle),
    shareDesc: renamed(edition.shareDesc),
    validDate: later(edition.validDate),
    invalidDate: later(edition.invalidDate),
    insureStart: later(edition.insureStart),
    insureEnd: later(edition.insureEnd),
    underwriteEnd: later(edition.underwriteEnd),
    underwriteComplete: false,
    recordFilingCode: '',
    ...(edition.flows ? { flows: flowsLater(edition.flows) } : {}),
  };
}

function flowsLater({ early, mid, ...rest }: FlowRules): FlowRules {
  return {
    ...rest,
    ...(early ? { early: { from: later(early.from) } } : {}),
    ...(mid ? { mid: { ...mid, from: later(mid.from), until: later(mid.until) } } : {}),
  };
}

/** The same moment a year later; a text that is none stays, for the checks to find. */
function later(text: string): string {
  if (parseDate(text) === null) return text;
  const [day = '', ...time] = text.split(' ');
  return [addYears(day, 1), ...time].join(' ');
}
