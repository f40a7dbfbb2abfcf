import type { TimeStampAuthority } from '../../ports/time-stamp-authority.ts';
import type { Exchange } from '../http-exchange.ts';

const MOST_BYTES = 256 * 1_024;

/** An authority that is asked over HTTP, as RFC 3161 section 3.4 says. */
export function createTimeStampAuthority(url: string, exchange: Exchange): TimeStampAuthority {
  return {
    async stamp(query) {
      const answer = await exchange({
        method: 'POST',
        url: new URL(url),
        headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
        body: query,
        connectTimeoutMs: 5_000,
        totalTimeoutMs: 20_000,
        maxBytes: MOST_BYTES,
      });
      if (answer.status !== 200) throw new Error(`the authority answered ${answer.status}`);
      return answer.body;
    },
  };
}
