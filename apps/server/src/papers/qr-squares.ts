import { create } from 'qrcode';

/** A QR code as dark runs: `x`, `y` and `length` in modules, without the quiet zone. */
export interface QrSquares {
  /** Modules on one side. */
  size: number;
  runs: readonly { x: number; y: number; length: number }[];
}

/** Light modules the standard wants on every side. */
export const QUIET_ZONE = 4;

/** The QR code of a text at error level M. @throws Error when the text is too long for any QR code */
export function qrSquares(text: string): QrSquares {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const runs: { x: number; y: number; length: number }[] = [];
  for (let y = 0; y < size; y += 1) {
    let x = 0;
    while (x < size) {
      let length = 0;
      while (x + length < size && modules.get(y, x + length)) length += 1;
      if (length > 0) runs.push({ x, y, length });
      x += length + 1;
    }
  }
  return { size, runs };
}
