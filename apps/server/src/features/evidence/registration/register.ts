import { entryBytes, type LogEntry } from '@huimin/evidence/log';
import type { EvidenceLog } from '../log/evidence-log.ts';
import { EntryTaken } from '../log/log-store.ts';
import { publishLog } from '../log/publish.ts';

export interface Registration {
  readonly key: string;
  readonly entry: LogEntry;
}

/** Servers that publish in the same moment may each have to look once more. */
const MOST_ROUNDS = 5;

/**
 * Sees to it that these things stand in the log exactly so, and that a checkpoint speaks for them. Answers the keys of those
 * for which it is true; what went wrong with the others is in the server's log.
 */
export async function register(log: EvidenceLog, wanted: readonly Registration[]): Promise<ReadonlySet<string>> {
  const bytes = new Map(wanted.map(({ key, entry }) => [key, entryBytes(entry)]));
  const standing = async (): Promise<ReadonlySet<string>> => {
    const found = await log.published([...bytes.keys()]);
    return new Set([...found].filter(([key, entry]) => entry.equals(bytes.get(key) as Uint8Array)).map(([key]) => key));
  };
  let registered = await standing();
  let target = registered.size;
  for (const { key, entry } of wanted) {
    if (registered.has(key)) continue;
    try {
      await log.append(log.database.query, key, entry);
      target += 1;
    } catch (error) {
      if (!(error instanceof EntryTaken)) throw error;
      log.log.error({ key }, 'what is registered under this name is something else; it is not shown');
    }
  }
  for (let round = 0; registered.size < target && round < MOST_ROUNDS; round++) {
    try {
      await publishLog(log, false);
    } catch (error) {
      log.log.warn({ error: (error as Error).message }, 'the log of the evidence could not be published');
    }
    registered = await standing();
  }
  return registered;
}
