import { Link } from 'react-router';
import { useSelf } from '../../app/self.tsx';

const ORDER_NO = /^JS[0-9A-Z]{10,}$/;
/** Marks that the program keeps messages apart by (login-…, account-…): no number that anybody was given. */
const OWN_MARK = /^[a-z]+-[0-9A-Za-z_-]+$/;

/** The number of what a message tells of, as written to the resident. */
export const aboutWords = (about: string): string => (about === '' || OWN_MARK.test(about) ? '—' : about);

/** The same; an order's leads to it. */
export function AboutLink({ about }: { about: string }) {
  const { may } = useSelf();
  return ORDER_NO.test(about) && may('orders.view') ? <Link to={`/orders/${about}`}>{about}</Link> : aboutWords(about);
}
