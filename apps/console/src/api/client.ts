import { descriptions } from 'virtual:console-calls';
import type { Envelope, InputOf, OutputOf, ReplyCodeName } from '@huimin/contract';
import type { ConsoleCallName, ConsoleCalls } from '@huimin/contract/console';
import {
  API_BASE_PATH,
  PRODUCT_NUMBER,
  PRODUCT_NUMBER_HEADER,
  PROJECT_ID,
  PROJECT_ID_HEADER,
  replyCodeName,
} from '@huimin/contract/wire';
import { once } from './once.ts';
import { noteServerTime } from './server-clock.ts';
import { watched } from './slow-calls.ts';

// Worked out once per call: inside a generic function the compiler gives up on the schemas' types.
export type Inputs = { [N in ConsoleCallName]: InputOf<ConsoleCalls[N]> };
export type Outputs = { [N in ConsoleCallName]: OutputOf<ConsoleCalls[N]> };

const TOKEN_HEADER = 'X-Console-Token';

interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** A call that was not done, with the sentence for the person. */
export class CallProblem extends Error {
  /** The code's name in the contract; null without an answer. */
  readonly code: ReplyCodeName | null;
  /** What is wrong with single fields of what was typed. */
  readonly fields: readonly FieldProblem[];
  constructor(code: ReplyCodeName | null, message: string, fields: readonly FieldProblem[] = []) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}

/** The sentence of whatever went wrong. */
export const sentenceOf = (problem: unknown): string =>
  problem instanceof CallProblem ? problem.message : '页面出错了，请刷新后再试';

/** Of a change without an answer: sent once more it could be a second payment, or be refused as done already. */
const NOT_KNOWN = '没有收到服务器的回答，可能已经办成了。请先核对有没有记录，没有再提交';

let pageToken = '';
/** Whose token it is; null at the door. */
let signedInAs: string | null = null;
let onSignedOut: () => void = () => {};
let onAnotherPerson: () => void = () => location.reload();
const onEntry = new Set<() => void>();

/** What the sign-in or `whoAmI` answered, sent with every change. */
export function keepPageToken(token: string, account: string | null): void {
  pageToken = token;
  signedInAs = account;
}

/** Is told when somebody whose session had ended is back, or an answer was lost. Answers how to stop that. */
export function whenBack(listener: () => void): () => void {
  onEntry.add(listener);
  return () => onEntry.delete(listener);
}

export function announceReturn(): void {
  for (const listener of onEntry) listener();
}

/** Is told when the server no longer knows who is signed in. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

/** What is done where another person has signed in in another tab; the page is loaded anew unless told. */
export function whenAnotherPerson(listener: () => void): void {
  onAnotherPerson = listener;
}

/** Makes a call of the console; resolves with its value, rejects with a `CallProblem`. A change is made once by two presses. */
export function call<N extends ConsoleCallName>(name: N, input: Inputs[N], signal?: AbortSignal): Promise<Outputs[N]> {
  if (descriptions[name]?.method === 'GET' || signal) return callNow(name, input, signal);
  return once(`${name} ${JSON.stringify(input)}`, () => callNow(name, input));
}

async function callNow<N extends ConsoleCallName>(
  name: N,
  input: Inputs[N],
  signal?: AbortSignal,
): Promise<Outputs[N]> {
  try {
    return await send(name, input, signal);
  } catch (problem) {
    // In another tab somebody signed in anew: the cookie is that one's. The same person goes on with its token.
    if (!(problem instanceof CallProblem && problem.code === 'staff-page-stale') || signedInAs === null) throw problem;
    const self = await send('whoAmI', {});
    // What one person pressed is never done in another one's name: reloading takes a while, and a call sent on in it would be.
    if (self.account !== signedInAs) {
      onAnotherPerson();
      throw problem;
    }
    keepPageToken(self.token, self.account);
    return send(name, input, signal);
  }
}

/** Whether a call was refused because what stands in its path can be no number of anything. */
export function isNoNumber(name: ConsoleCallName, { fields }: CallProblem): boolean {
  const { path } = descriptions[name] as { path: string };
  return fields.some((field) => path.includes(`{${field.path}}`));
}

/** Where a file call of the console leads: opened as a link, which the browser saves. */
export function fileAddress<N extends ConsoleCallName>(name: N, input: Inputs[N]): string {
  const { path, rest } = addressOf(name, input);
  return `${API_BASE_PATH}${path}${queryOf(rest)}`;
}

/** A call's path with its names filled in, and what is left to be sent. */
function addressOf<N extends ConsoleCallName>(name: N, input: Inputs[N]) {
  const { method, path } = descriptions[name] as { method: string; path: string };
  const rest: Record<string, unknown> = { ...(input as object) };
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = rest[key];
    delete rest[key];
    return encodeURIComponent(String(value));
  });
  return { method, path: filled, rest };
}

/** A file of a call, with how much of it has come. */
export interface Downloaded {
  readonly file: Blob;
  readonly fileName: string;
}

/** Makes a call that answers a file; `onProgress` hears how much has come, and about how much there will be. */
export async function download<N extends ConsoleCallName>(
  name: N,
  input: Inputs[N],
  onProgress: (received: number, about: number) => void,
): Promise<Downloaded> {
  const response = await ask(name, input);
  const disposition = response.headers.get('content-disposition');
  if (disposition === null || response.body === null) {
    await valueIn(response);
    throw new CallProblem(null, '系统忙，请稍后再试');
  }
  const about = Number(response.headers.get('x-about-bytes') ?? 0);
  const pieces: BlobPart[] = [];
  let received = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new CallProblem(null, '没有下载完，请再下载一次');
    });
    if (done) break;
    pieces.push(value);
    received += value.length;
    onProgress(received, about);
  }
  const type = response.headers.get('content-type') ?? '';
  const fileName = decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? 'file');
  return { file: new Blob(pieces, { type }), fileName };
}

async function send<N extends ConsoleCallName>(name: N, input: Inputs[N], signal?: AbortSignal): Promise<Outputs[N]> {
  return (await valueIn(await ask(name, input, signal), mayBeDone(name))) as Outputs[N];
}

async function ask<N extends ConsoleCallName>(name: N, input: Inputs[N], signal?: AbortSignal): Promise<Response> {
  const { method, path, rest } = addressOf(name, input);
  const isGet = method === 'GET';
  const askedMs = Date.now();
  const answer = fetch(`${API_BASE_PATH}${path}${isGet ? queryOf(rest) : ''}`, {
    method,
    credentials: 'same-origin',
    headers: {
      [PRODUCT_NUMBER_HEADER]: PRODUCT_NUMBER,
      [PROJECT_ID_HEADER]: PROJECT_ID,
      [TOKEN_HEADER]: pageToken,
      ...(isGet ? {} : { 'content-type': 'application/json' }),
    },
    body: isGet ? undefined : JSON.stringify(rest),
    signal,
  });
  const response = await watched(answer).catch((problem) => {
    if (signal?.aborted) throw problem;
    // Where the browser itself has no network, nothing was sent.
    const isSent = mayBeDone(name) && navigator.onLine;
    throw isSent ? lost() : new CallProblem(null, '网络不通，请检查后再试');
  });
  noteServerTime(response, askedMs);
  return response;
}

/** The record that somebody is asked to look for stands behind what they filled in: it is read anew. */
function lost(): CallProblem {
  announceReturn();
  return new CallProblem(null, NOT_KNOWN);
}

/** Whether a call changes something for whoever is signed in, which it may have done although no answer came. */
const mayBeDone = (name: ConsoleCallName): boolean => signedInAs !== null && descriptions[name]?.changes === true;

async function valueIn(response: Response, isChange = false): Promise<unknown> {
  const envelope = (await response.json().catch(() => null)) as Envelope<unknown> | null;
  // What stands between has answered in the server's place, or the answer broke off.
  if (envelope === null) throw isChange ? lost() : new CallProblem(null, '系统忙，请稍后再试');
  const code = replyCodeName(envelope.code);
  if (code === 'ok') return envelope.result;
  if (code === 'staff-signed-out') onSignedOut();
  const { fields = [] } = (envelope.result ?? {}) as { fields?: FieldProblem[] };
  throw new CallProblem(code, envelope.message, fields);
}

function queryOf(values: Record<string, unknown>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
