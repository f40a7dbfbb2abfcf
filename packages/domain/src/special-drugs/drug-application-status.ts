import { type StatusTable, statusEntryOf } from '../status/index.ts';

/** Where an application for a listed drug stands. */
export type DrugApplicationStatus =
  | 'reviewing'
  | 'papers-wanted'
  | 'approved'
  | 'arranged'
  | 'collected'
  | 'finished'
  | 'refused'
  | 'withdrawn'
  | 'lapsed';

export type DrugApplicationEvent =
  | 'Approved'
  | 'PapersAsked'
  | 'PapersAdded'
  | 'Refused'
  | 'Withdrawn'
  | 'PlaceChosen'
  | 'PlaceGivenUp'
  | 'Collected'
  | 'LastCollected'
  | 'CycleDue'
  | 'TimePassed';

/** A pharmacist looks at it, the resident says where the drug is taken, and the next cycle begins by itself. */
export const DRUG_APPLICATION_STATUS_TABLE: StatusTable<DrugApplicationStatus, DrugApplicationEvent> = {
  title: 'Application for a listed drug',
  entries: [
    { status: 'reviewing', key: 'Reviewing', label: '待审核', tone: 'info' },
    { status: 'papers-wanted', key: 'PapersWanted', label: '要补件', tone: 'warn' },
    { status: 'approved', key: 'Approved', label: '已通过', tone: 'success' },
    { status: 'arranged', key: 'Arranged', label: '待取药', tone: 'info' },
    { status: 'collected', key: 'Collected', label: '已取药', tone: 'success' },
    { status: 'finished', key: 'Finished', label: '已用完', tone: 'neutral' },
    { status: 'refused', key: 'Refused', label: '不通过', tone: 'error' },
    { status: 'withdrawn', key: 'Withdrawn', label: '已撤销', tone: 'neutral' },
    { status: 'lapsed', key: 'Lapsed', label: '已过期', tone: 'neutral' },
  ],
  initial: ['reviewing'],
  terminal: ['finished', 'refused', 'withdrawn', 'lapsed'],
  rows: [
    ['reviewing', 'approved', 'Approved'],
    ['reviewing', 'papers-wanted', 'PapersAsked'],
    ['reviewing', 'refused', 'Refused'],
    ['papers-wanted', 'reviewing', 'PapersAdded'],
    ['reviewing', 'withdrawn', 'Withdrawn'],
    ['papers-wanted', 'withdrawn', 'Withdrawn'],
    ['approved', 'withdrawn', 'Withdrawn'],
    ['approved', 'arranged', 'PlaceChosen'],
    ['arranged', 'approved', 'PlaceGivenUp'],
    ['arranged', 'collected', 'Collected'],
    ['arranged', 'finished', 'LastCollected'],
    ['collected', 'approved', 'CycleDue'],
    ['papers-wanted', 'lapsed', 'TimePassed'],
    ['approved', 'lapsed', 'TimePassed'],
    ['arranged', 'lapsed', 'TimePassed'],
    ['collected', 'lapsed', 'TimePassed'],
  ],
};

/** An application is looked at within so many working days. */
export const DRUG_REVIEW_WORKING_DAYS = 2;

export function drugApplicationStatusLabel(status: DrugApplicationStatus): string {
  return statusEntryOf(DRUG_APPLICATION_STATUS_TABLE, status)?.label ?? status;
}
