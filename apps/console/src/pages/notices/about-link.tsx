import type { StaffPermission } from '@huimin/contract/vocabulary';
import { Link } from 'react-router';
import { useSelf } from '../../app/self.tsx';

/** Marks that the program keeps messages apart by (login-…, account-…): no number that anybody was given. */
const OWN_MARK = /^[a-z]+-[0-9A-Za-z_-]+$/;
/** A number that somebody was given, and what keeps one message about it apart from the next. */
const GIVEN_NUMBER = /^([A-Z]{2}[0-9A-Z]{10,})(?:-[0-9A-Za-z-]+)?$/;

/** Where the thing with a number stands, and what whoever opens it needs. */
const PLACES: Readonly<Record<string, readonly [path: string, needs: StaffPermission]>> = {
  JS: ['/orders/', 'orders.view'],
  TD: ['/groups/', 'groups.view'],
  GZ: ['/changes?open=', 'changes.view'],
  ZT: ['/changes?topic=mid-year&open=', 'changes.view'],
  TY: ['/reviews?queue=drug&no=', 'reviews.view'],
  TS: ['/complaints?number=', 'complaints.view'],
};

/** The number of what a message tells of, as written to the resident. */
export const aboutWords = (about: string): string => (about === '' || OWN_MARK.test(about) ? '—' : about);

/** The same; it leads to what it is the number of. */
export function AboutLink({ about }: { about: string }) {
  const { may } = useSelf();
  const number = GIVEN_NUMBER.exec(about)?.[1] ?? '';
  const [path, needs] = PLACES[number.slice(0, 2)] ?? [];
  const leads = path !== undefined && needs !== undefined && may(needs);
  return leads ? <Link to={`${path}${number}`}>{about}</Link> : aboutWords(about);
}
