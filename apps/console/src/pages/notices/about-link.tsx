import { Link } from 'react-router';
import { useSelf } from '../../app/self.tsx';

const ORDER_NO = /^JS[0-9A-Z]{10,}$/;

/** The number of what a message tells of; an order's leads to it. */
export function AboutLink({ about }: { about: string }) {
  const { may } = useSelf();
  return ORDER_NO.test(about) && may('orders.view') ? <Link to={`/orders/${about}`}>{about}</Link> : about;
}
