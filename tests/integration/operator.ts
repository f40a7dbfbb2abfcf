import type { Shop } from './shop.ts';

export const OPERATOR_TOKEN = 'an-operators-token-of-enough-length';

/** What an operator gets; `body` is null for anything but JSON. Bytes are sent as a file of this type, all else as JSON. */
export async function operator(
  shop: Pick<Shop, 'origin'>,
  method: string,
  path: string,
  body?: object | Buffer,
  type = 'text/csv',
) {
  const answer = await fetch(`${shop.origin}/operator${path}`, {
    method,
    headers: {
      authorization: `Bearer ${OPERATOR_TOKEN}`,
      ...(body ? { 'content-type': Buffer.isBuffer(body) ? type : 'application/json' } : {}),
    },
    ...(body ? { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) } : {}),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  return { status: answer.status, bytes, body: isJson ? JSON.parse(bytes.toString()) : null };
}
