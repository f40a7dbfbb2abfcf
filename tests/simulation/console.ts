import type { InputOf, OutputOf } from '@huimin/contract';
import type { ConsoleCalls } from '@huimin/contract/console';
import { Violation, type World } from './world.ts';

/** Somebody at the console does what has to be possible now. */
export async function atConsole<N extends keyof ConsoleCalls>(
  world: World,
  name: N,
  input: InputOf<ConsoleCalls[N]>,
  who: 'operations' | 'compliance' | 'finance' = 'operations',
): Promise<OutputOf<ConsoleCalls[N]>> {
  const { code, message, result } = await world.patiently(name, (server) => server.askConsole(name, input, who));
  if (code !== 200000 || result === null) throw new Violation(`${name} at the console: ${code} ${message}`);
  return result;
}
