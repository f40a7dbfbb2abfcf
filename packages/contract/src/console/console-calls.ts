import * as staff from './staff/index.ts';

/** Every call of the operators' console, by its name. */
export const consoleCalls = {
  ...staff,
};

export type ConsoleCalls = typeof consoleCalls;
export type ConsoleCallName = keyof ConsoleCalls;
