import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A table to be kept as a file. */
export function sendTable(reply: FastifyReply, fileName: string, text: string | Readable): FastifyReply {
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(text);
}
