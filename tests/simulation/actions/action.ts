import type { Chance } from '../chance.ts';
import type { SimServer } from '../sim-server.ts';
import { Violation, type World } from '../world.ts';

/** Something a server is asked to do; may be run twice, beside others, stopped in between or cut off by a crash. */
export interface Request {
  /** As the log calls it. */
  readonly what: string;
  /** Answers the outcome for the log. Throws `Violation` when a rule is seen broken. */
  run(server: SimServer): Promise<string>;
}

export interface RequestAction {
  readonly name: string;
  readonly weight: number;
  /** Null: nobody can do that now. */
  prepare(world: World, chance: Chance): Promise<Request | null> | Request | null;
}

/** Something that happens outside the servers, or to them. */
export interface Happening {
  readonly name: string;
  readonly weight: number;
  /** Leaves calm runs alone. */
  readonly rough?: boolean;
  /** Answers what happened, null when it could not. */
  happen(world: World, chance: Chance): Promise<string | null> | string | null;
}

/** The code of a reply; a server that does not know what happened to it has broken a rule. */
export function codeOf(what: string, envelope: { readonly code: number | string }): number | string {
  if (envelope.code === 500000) throw new Violation(`${what}: the server answered that it is broken (500000)`);
  return envelope.code;
}
