import type { FastifyInstance } from 'fastify';

const LINK = /^[0-9A-Za-z_-]{16}$/;

/** The short address in a message; it leads to the page on which an insured person confirms, which knows half of one too. */
export function registerConsentLink(fastify: FastifyInstance): void {
  fastify.get('/f/:link', async (request, reply) => {
    const { link } = request.params as { link: string };
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`/#/familyConfirm${LINK.test(link) ? `?link=${link}` : ''}`, 302);
  });
}
