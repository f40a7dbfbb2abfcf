import { createHash } from 'node:crypto';
import { type FaultStage, seen } from './fault-stage.ts';

/** A shop has something stamped: status, and how many bytes it got; the keys of the authority are new each time. */
export function stampSeen(stage: FaultStage): Promise<unknown> {
  const hash = createHash('sha256').update('a checkpoint').digest('hex');
  const query = `30390201013031300d060960864801650304020105000420${hash}0101ff`;
  const ask = async (): Promise<unknown> => {
    const answer = await fetch(`${stage.sandbox.origin}/tsa`, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body: new Uint8Array(Buffer.from(query, 'hex')),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return [answer.status, bytes.length > 600, bytes.length === bytes.readUInt16BE(2) + 4];
  };
  return seen(stage, ask());
}
