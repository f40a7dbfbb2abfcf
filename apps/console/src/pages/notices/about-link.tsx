import { Link } from 'react-router';
import { placeOfNumber } from '../../app/number-places.ts';
import { useSelf } from '../../app/self.tsx';

/** Marks that the program keeps messages apart by (login-…, account-…, …-renewal): no number that anybody was given. */
const OWN_MARK = /^(?:[a-z]+-[0-9A-Za-z_-]+|.+-renewal)$/;
/** What keeps one message about a number apart from the next. */
const MESSAGE_MARK = /-.*$/;

/** The number of what a message tells of, as written to the resident. */
export const aboutWords = (about: string): string => (about === '' || OWN_MARK.test(about) ? '—' : about);

/** The same; it leads to what it is the number of, whoever may open that page. */
export function AboutLink({ about }: { about: string }) {
  const { may } = useSelf();
  const place = placeOfNumber(about.replace(MESSAGE_MARK, ''));
  return place && may(place.needs) ? <Link to={place.address}>{about}</Link> : aboutWords(about);
}
