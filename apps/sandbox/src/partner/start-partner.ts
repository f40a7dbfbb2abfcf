import { html, type Router } from '../http/router.ts';
import { keyOfPurpose } from '../keys/partner-keys.ts';
import { escapeHtml, page } from '../pages/layout.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { openToken, type PartnerVisit } from './open-token.ts';

const PURPOSE = 'demo-partner';

export type RunningPartner = { reset(): void };

/** A partner whose page residents are led to with a sealed token: it opens it with its own code, and takes each once. */
export function startPartner(router: Router, { clock, keys }: Pick<SandboxParts, 'clock' | 'keys'>): RunningPartner {
  const taken = new Map<string, number>();
  router.on('GET', '/partner/welcome', (request) => {
    request.note({ provider: 'partner', call: 'welcome' });
    const answer = (status: number, heading: string, text: string) =>
      html(
        status,
        page({
          title: '合作机构（沙箱）',
          bodyClass: 'phone',
          main: `<h1>${heading}</h1>${text}`,
        }),
        { 'referrer-policy': 'no-referrer' },
      );
    try {
      const { tokenKeyId } = keys.partner;
      const visit = openToken(request.query.get('token') ?? '', {
        purpose: PURPOSE,
        keyOf: (keyId) => (keyId === tokenKeyId ? keyOfPurpose(keys.partner, PURPOSE) : undefined),
        nowMs: clock.now(),
      });
      if (taken.has(visit.tokenNo)) throw new Error('令牌已经用过');
      taken.set(visit.tokenNo, visit.expiresAt);
      for (const [tokenNo, expiresAt] of taken) if (expiresAt * 1000 < clock.now()) taken.delete(tokenNo);
      return answer(200, '认出您了', visitTable(visit));
    } catch (error) {
      const { message } = error as Error;
      request.note({ reason: message });
      return answer(400, '不能进入', `<p>${escapeHtml(message)}，请回到商家重新进入。</p>`);
    }
  });
  return { reset: () => taken.clear() };
}

function visitTable(visit: PartnerVisit): string {
  const rows = Object.entries(visit).map(
    ([name, value]) =>
      `<dt>${escapeHtml(name)}</dt><dd data-testid="${escapeHtml(name)}">${escapeHtml(String(value))}</dd>`,
  );
  return `<p>令牌里只有这些，没有姓名、证件号和手机号。</p><dl>${rows.join('')}</dl>`;
}
