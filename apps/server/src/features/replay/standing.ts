import { RECORDING_USE } from '@huimin/domain/evidence';
import type { Query } from '../../db/database.ts';
import { keptRecording } from '../evidence/index.ts';
import type { RecordingRow } from '../recording/index.ts';
import { stateOf } from './recording-lines.ts';

/** What may be done with a recording as it stands: one over its time, or whose person claims erasure, is only kept. */
export async function useOf(query: Query, recording: RecordingRow): Promise<(typeof RECORDING_USE)['held']> {
  return (await standingOf(query, recording)).use;
}

export async function standingOf(query: Query, { trace, keys_wrapped }: RecordingRow) {
  const kept = await keptRecording(query, trace);
  const state = stateOf({ keys_wrapped, state: kept?.state ?? null });
  return { state, use: RECORDING_USE[state] };
}
