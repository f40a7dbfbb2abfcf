import type { FastifyInstance } from 'fastify';

const LINK = /^[0-9A-Za-z_-]{16}$/;

/** The page of the storefront that a message's address leads to, by its first letter. They stand in texts that were approved. */
const PAGES: Readonly<Record<string, string>> = { g: 'groupConfirm', f: 'familyConfirm' };

/** The short addresses in messages, `/<letter>/<link>`; each leads to its page, which knows half of a link too. */
export function registerShortAddresses(fastify: FastifyInstance): void {
  for (const [letter, page] of Object.entries(PAGES)) {
    fastify.get(`/${letter}/:link`, async (request, reply) => {
      const { link } = request.params as { link: string };
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .redirect(`/#/${page}${LINK.test(link) ? `?link=${link}` : ''}`, 302);
    });
  }
}
