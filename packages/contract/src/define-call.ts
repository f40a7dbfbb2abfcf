import type { Static, TSchema } from 'typebox';
import type { FailureName } from './reply-codes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

/**
 * One call of the API, described once. Routes, client types, the OpenAPI description and the call docs are
 * made from it.
 */
export interface CallDefinition<
  Input extends TSchema = TSchema,
  Output extends TSchema = TSchema,
  Name extends string = string,
> {
  /** The call's one name: its file, the server's handler and the client's function carry it. */
  readonly name: Name;
  /** Folder of the contract and of the server's features. */
  readonly topic: string;
  readonly method: Method;
  /** Below the base path; `{code}` marks a path parameter that the input also holds. */
  readonly path: string;
  /** One plain sentence for the docs. */
  readonly summary: string;
  /** Query (GET, DELETE, HEAD) or body (POST, PUT, PATCH), path parameters included. */
  readonly input: Input;
  /** Names of the input that may stand in the query although the call has a body; what the body says wins. */
  readonly inQuery: readonly string[];
  /** The value inside the envelope. */
  readonly output: Output;
  /** Failures this call answers beyond those any call can (bad input, headers, busy, rate limit). */
  readonly errors: readonly FailureName[];
  /** `required` refuses with 400001; `optional` reads the session when there is one. */
  readonly login: 'none' | 'optional' | 'required';
  /** Also open to a session that was begun to look at claims and settlements only. */
  readonly forSettlement: boolean;
  /** Whether the client shows the loading overlay while it waits. */
  readonly overlay: boolean;
  /** `checked` = code decides; `codeAllPass` = any code is a value; `passThrough` = the body is passed on untouched. */
  readonly codeCheck: 'checked' | 'codeAllPass' | 'passThrough';
  /** `beside` = the value's members stand beside `code` and `message`, of a failure's details too. */
  readonly replyField: 'result' | 'data' | 'beside';
  /** `file` = the answer is bytes when it succeeds, an envelope when it fails. */
  readonly replyKind: 'envelope' | 'file';
  /** The specification lists the call; false for this product's own additions (monitoring, console). */
  readonly specified: boolean;
  /** Largest request body in bytes. */
  readonly bodyLimitBytes: number;
  /**
   * Set: the body may also come as gzip, unpacking to at most so many bytes, and as `text/plain`, which a page that is
   * closing can send without asking first.
   */
  readonly expandedLimitBytes: number | null;
}

type Defaults = Pick<
  CallDefinition,
  | 'inQuery'
  | 'login'
  | 'forSettlement'
  | 'overlay'
  | 'codeCheck'
  | 'replyField'
  | 'replyKind'
  | 'specified'
  | 'errors'
  | 'bodyLimitBytes'
  | 'expandedLimitBytes'
>;

const DEFAULTS: Defaults = {
  inQuery: [],
  login: 'none',
  forSettlement: false,
  overlay: true,
  codeCheck: 'checked',
  replyField: 'result',
  replyKind: 'envelope',
  specified: true,
  errors: [],
  bodyLimitBytes: 64 * 1024,
  expandedLimitBytes: null,
};

type Given<I extends TSchema, O extends TSchema, N extends string> = Omit<CallDefinition<I, O, N>, keyof Defaults> &
  Partial<Defaults>;

export function defineCall<const N extends string, I extends TSchema, O extends TSchema>(
  given: Given<I, O, N>,
): CallDefinition<I, O, N> {
  return { ...DEFAULTS, ...given };
}

// `any` in the schema positions: a definition of any call fits here whatever its schemas are.
// biome-ignore lint/suspicious/noExplicitAny: variance of TSchema parameters
export type AnyCall = CallDefinition<any, any, string>;
export type InputOf<C extends AnyCall> = Static<C['input']>;
export type OutputOf<C extends AnyCall> = Static<C['output']>;
