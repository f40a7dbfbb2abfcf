import type { Core } from '../../core.ts';

const LINK_BYTES = 12;

/** Sixteen characters; the first byte is the bucket in which the person is found. */
export function newMessageLink({ random }: Pick<Core, 'random'>, shard: number): string {
  const bytes = random.bytes(LINK_BYTES);
  bytes[0] = shard;
  return bytes.toString('base64url');
}

export const shardOfMessageLink = (link: string): number => Buffer.from(link, 'base64url')[0] ?? 0;
