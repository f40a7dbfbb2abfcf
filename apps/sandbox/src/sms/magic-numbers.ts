/** What the last four digits of a number make the gateway do. */
export const MAGIC_NUMBERS = {
  '0001': 'limit',
  '0002': 'black-list',
  '0003': 'wrong-number',
  '0004': 'time-out-after-send',
} as const;

export type MagicEffect = (typeof MAGIC_NUMBERS)[keyof typeof MAGIC_NUMBERS];

/** The effect of this number, or undefined for an ordinary one. */
export function magicEffect(phone: string): MagicEffect | undefined {
  return (MAGIC_NUMBERS as Record<string, MagicEffect>)[phone.slice(-4)];
}
