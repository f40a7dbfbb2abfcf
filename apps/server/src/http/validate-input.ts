import type { AnyCall } from '@huimin/contract';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { type FieldFault, fieldSentence, PAGE_FAULT } from './field-words.ts';
import type { InputProblem } from './handler.ts';
import { knownFields } from './known-fields.ts';

export type InputCheck =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: InputProblem[] };

const MAX_PROBLEMS = 20;

type InputValidator = (raw: unknown) => InputCheck;

/** They never change, and servers of one process share them. */
const validators = new WeakMap<AnyCall, InputValidator>();

/**
 * Checks one call's input at the edge: query texts are converted to the described types, unknown fields are dropped,
 * every problem is named in words, one per field. Made for the call's first request: to compile the descriptions of all calls was a
 * sixth of a server's start, and most servers never see most of them.
 */
export function inputValidator(call: AnyCall): InputValidator {
  return (raw) => {
    let validate = validators.get(call);
    if (validate === undefined) {
      validate = createValidator(call);
      validators.set(call, validate);
    }
    return validate(raw);
  };
}

function createValidator(call: AnyCall): InputValidator {
  const schema = call.input as TSchema;
  const compiled = Compile(schema);
  const clean = knownFields(schema);
  const convert = call.method === 'GET' || call.method === 'DELETE' || call.method === 'HEAD';
  return (raw) => {
    const given = raw === undefined || raw === null || raw === '' ? {} : raw;
    if (typeof given !== 'object' || Array.isArray(given)) {
      return { ok: false, problems: [{ path: '', message: PAGE_FAULT }] };
    }
    // Most queries hold only texts and fit as they are; converting walks the schema for every request.
    const converted = convert && !compiled.Check(given) ? Value.Convert(schema, Value.Clone(given)) : given;
    if (!compiled.Check(converted)) {
      return {
        ok: false,
        problems: firstPerField(compiled.Errors(converted).flatMap((error) => problemsOf(call, error))),
      };
    }
    const value = clean(converted);
    const unstorable = unstorableText(value, '');
    if (unstorable === null) return { ok: true, value };
    const message = fieldSentence(call.name, unstorable, { kind: 'form' });
    return { ok: false, problems: [{ path: unstorable, message }] };
  };
}

function firstPerField(problems: readonly InputProblem[]): InputProblem[] {
  const first = new Map<string, InputProblem>();
  for (const problem of problems) if (!first.has(problem.path)) first.set(problem.path, problem);
  return [...first.values()].slice(0, MAX_PROBLEMS);
}

/** Path of a text the database cannot hold: one with a zero character or with half of a surrogate pair. */
function unstorableText(value: unknown, path: string): string | null {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed() ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = unstorableText(inner, joinPath(path, key));
    if (found !== null) return found;
  }
  return null;
}

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: unknown;
}

function problemsOf(call: AnyCall, error: SchemaError): InputProblem[] {
  const params = error.params as Record<string, unknown>;
  const parent = error.instancePath.replace(/^\//, '').replaceAll('/', '.');
  const missing = error.keyword === 'required' ? (params.requiredProperties as string[]) : [undefined];
  return missing.map((property) => {
    const path = joinPath(parent, property);
    return { path, message: fieldSentence(call.name, path, faultOf(error.keyword, params)) };
  });
}

function faultOf(keyword: string, params: Record<string, unknown>): FieldFault {
  switch (keyword) {
    case 'required':
      return { kind: 'missing' };
    case 'minLength':
      return params.limit === 1 ? { kind: 'missing' } : { kind: 'too-short' };
    case 'maxLength':
      return { kind: 'too-long', limit: Number(params.limit) };
    default:
      return { kind: 'form' };
  }
}

function joinPath(path: string, property: string | undefined): string {
  if (!property) return path;
  return path ? `${path}.${property}` : property;
}
