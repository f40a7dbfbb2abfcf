import { CallProblem, call } from '../../api/client.ts';
import { base64Of } from '../../parts/base64-of.ts';

/** How far a file is on its way. */
export interface Sending {
  readonly step: 'checking' | 'sending';
  readonly percent: number;
}

interface Wish {
  readonly kind: string;
  readonly day?: string;
  readonly edition?: string;
}

const TRIES = 3;
const WAIT_MS = 1_500;

/**
 * Sends a file piece by piece, those only that are not there yet. Answers the number of the import; null when it was told
 * to stop.
 */
export async function sendFile(
  file: File,
  wish: Wish,
  onProgress: (sending: Sending) => void,
  stop: AbortSignal,
): Promise<string | null> {
  onProgress({ step: 'checking', percent: 0 });
  const sha256 = await hashOf(file);
  const fileName = file.name.slice(-120);
  const begun = await call('beginImport', { ...wish, fileName, sizeBytes: file.size, sha256 });
  const { importNo, pieceBytes, missing } = begun;
  const all = Math.ceil(file.size / pieceBytes);
  let done = all - missing.length;
  for (const piece of missing) {
    if (stop.aborted) return null;
    onProgress({ step: 'sending', percent: Math.floor((done * 100) / all) });
    const content = await base64Of(file.slice(piece * pieceBytes, (piece + 1) * pieceBytes));
    await insist(() => call('sendImportPiece', { importNo, piece, content }));
    done += 1;
  }
  onProgress({ step: 'sending', percent: 100 });
  return stop.aborted ? null : importNo;
}

/** Browsers hash only on pages that nobody can have changed on their way. */
async function hashOf(file: File): Promise<string> {
  if (!('subtle' in crypto)) throw new CallProblem(null, '这个地址不是 https，浏览器不能核对文件，请用 https 打开后台');
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A line that breaks for a moment does not end it. */
async function insist(send: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await send();
      return;
    } catch (problem) {
      const isLine = problem instanceof CallProblem && problem.code === null;
      if (!isLine || tries === TRIES) throw problem;
      await new Promise((done) => setTimeout(done, WAIT_MS));
    }
  }
}
