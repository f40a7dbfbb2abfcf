import type { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { AnyCall, Calls, FailureName, InputOf, OutputOf } from '@huimin/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a call's handler answers: expected failures are values, bugs throw. */
export type Reply<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly name: FailureName;
      /** A sentence more exact than the code's own, in plain Chinese. */
      readonly message?: string;
      /** What the screen needs to explain or to go on (field problems, an order number). */
      readonly details?: unknown;
    };

export function ok<T>(value: T): Reply<T> {
  return { ok: true, value };
}

export function fail(name: FailureName, message?: string, details?: unknown): Reply<never> {
  return { ok: false, name, message, details };
}

/** Who asks. `user` is null for a visitor; a visitor may still have an openId. */
export interface Session {
  /** sha256 of the cookie's token; the token itself is never kept. */
  readonly tokenHash: Buffer;
  readonly user: SessionUser | null;
  readonly openId: string | null;
  /** Begun to look at claims and settlements: only calls that say `forSettlement` see its user. */
  readonly settlementOnly?: true;
}

export interface SessionUser {
  readonly id: bigint;
  readonly shard: number;
  readonly phoneIndex: Buffer;
}

/** Reads and writes the session of a request. */
export interface SessionGate {
  read(request: FastifyRequest): Promise<Session | null>;
  write(reply: FastifyReply, token: string | null): void;
}

/** What one call of the residents' app is answered in a preview, where no call can be made. */
export type PreviewAnswer = {
  [Name in keyof Calls]: {
    readonly call: Name;
    readonly input: InputOf<Calls[Name]>;
    readonly reply: Reply<OutputOf<Calls[Name]>>;
  };
}[keyof Calls];

/** What is wrong with one field of an input. */
export interface InputProblem {
  /** Dotted path of the field, '' for the whole input. */
  readonly path: string;
  /** A whole sentence in plain Chinese. */
  readonly message: string;
}

export interface CallRequest {
  readonly session: Session | null;
  /** Present in calls whose definition says login: 'required'. */
  readonly user: SessionUser;
  readonly clientAddress: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** The recording that runs in the page, from its header; null where none or nothing that could be one is given. */
  readonly recordId: string | null;
  /** Sets (or with null clears) the session cookie of the answer. */
  setSessionToken(token: string | null): void;
}

/** Bytes a file call answers instead of an envelope. */
export interface FileReply {
  /** Long ones as they come. */
  readonly bytes: Buffer | Readable;
  readonly contentType: string;
  readonly fileName: string;
  readonly disposition: 'inline' | 'attachment';
}

/** A file that is made while it is sent. */
export interface StreamedFile extends Omit<FileReply, 'bytes'> {
  readonly pieces: Readable;
  /** About how many bytes there will be: nobody knows before the end. */
  readonly aboutBytes: number;
}

/** Shorter answers fit into the first packets of a connection anyhow. */
const WORTH_COMPRESSING = 14_000;

/** An answer whose bytes were made once and are sent as they are, envelope included. */
export class ReadyReply {
  readonly body: Buffer;
  readonly etag: string;
  #gzip: Buffer | null = null;
  constructor(body: Buffer, etag: string) {
    this.body = body;
    this.etag = etag;
  }

  /** The body as gzip, made when it is first asked for; null where that is not worth it. */
  gzip(): Buffer | null {
    if (this.body.length < WORTH_COMPRESSING) return null;
    this.#gzip ??= gzipSync(this.body);
    return this.#gzip;
  }
}

export type Handler<C extends AnyCall> = (
  input: InputOf<C>,
  request: CallRequest,
) => Promise<Reply<C['replyKind'] extends 'file' ? FileReply : OutputOf<C>>>;

// biome-ignore lint/suspicious/noExplicitAny: a table of handlers of different calls
export type HandlerTable = Record<string, Handler<any>>;
