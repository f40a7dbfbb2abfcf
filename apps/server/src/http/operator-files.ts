import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { FileReply } from './handler.ts';

/** Tables that are given as files. */
export const TABLE_TYPES = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'];

/** Lets the routes of this scope take a body of these types as bytes. */
export function takeFiles(scope: FastifyInstance, types: readonly string[], mostBytes: number): void {
  scope.addContentTypeParser([...types], { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
    done(null, body),
  );
}

/** A table to be kept as a file. */
export function sendTable(reply: FastifyReply, fileName: string, text: string | Readable): FastifyReply {
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(text);
}

/** A file whose name may be in any language, such as a resident's paper. */
export function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  return reply
    .header('content-type', file.contentType)
    .header('content-disposition', `${file.disposition}; filename*=UTF-8''${encodeURIComponent(file.fileName)}`)
    .send(file.bytes);
}
