import { NetworkFailure } from '../api/network-failure.ts';
import { noReplyAdvice } from '../api/no-reply-text.ts';
import { toast } from '../ui/toast.ts';

/** A server that has not said a word until then may still be slow: the browser's own waiting takes over. */
const ANSWERS_WITHIN_MS = 4_000;

export interface FileLinkParts {
  page: Document;
  fetch: typeof fetch;
  isOnline: () => boolean;
  follow: (href: string) => void;
  setTimer: (run: () => void, delayMs: number) => unknown;
}

/**
 * Links that leave the page for a file of the server (a policy as PDF, a table) are followed once the server answers, and
 * otherwise it is said why not: the browser would put an error page of its own in place of the shop.
 *
 * @returns what ends it
 */
export function watchFileLinks({ page, fetch, isOnline, follow, setTimer }: FileLinkParts): () => void {
  let asking = false;
  const whyNot = (): Promise<NetworkFailure | null> =>
    fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok, status }) => (ok ? null : new NetworkFailure('http', 'file', status)),
      () => new NetworkFailure(isOnline() ? 'unreachable' : 'offline', 'file'),
    );
  const onClick = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    const otherTab = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || otherTab || event.defaultPrevented || !leadsToFile(link)) return;
    event.preventDefault();
    if (asking) return;
    asking = true;
    const slow = new Promise<null>((done) => setTimer(() => done(null), ANSWERS_WITHIN_MS));
    void Promise.race([whyNot(), slow]).then((problem) => {
      asking = false;
      if (problem) toast(noReplyAdvice(problem));
      else follow(link.href);
    });
  };
  page.addEventListener('click', onClick);
  return () => page.removeEventListener('click', onClick);
}

/** The shop itself is at `/`; whatever else the server has is a file or a page of its own. */
function leadsToFile({ origin, protocol, pathname, target, ownerDocument }: HTMLAnchorElement): boolean {
  const { location } = ownerDocument.defaultView ?? window;
  return origin === location.origin && protocol === location.protocol && pathname !== '/' && target === '';
}
