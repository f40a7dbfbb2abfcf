import { KeysUnopened, type RecordingKeys } from './recording-keys.ts';

const WHY = {
  'not-held': '这个记录打不开：锁它的证据密钥不在服务器的设置里，请联系系统管理员把那一把加回来',
  changed: '这个记录打不开：它的密钥和存下时不一样了，解不开，请联系系统管理员',
} as const;

/** What opens a recording (null: destroyed), or why it cannot be opened, as a sentence. */
export async function keysOrWhy(
  open: () => RecordingKeys | null | Promise<RecordingKeys | null>,
): Promise<
  { readonly keys: RecordingKeys | null; readonly why: null } | { readonly keys: null; readonly why: string }
> {
  try {
    return { keys: await open(), why: null };
  } catch (problem) {
    if (problem instanceof KeysUnopened) return { keys: null, why: WHY[problem.why] };
    throw problem;
  }
}
