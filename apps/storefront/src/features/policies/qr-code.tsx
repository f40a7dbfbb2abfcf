import { create } from 'qrcode';

/** Light modules the standard wants on every side. */
const QUIET_ZONE = 4;

/** A text as a QR code. Dark on light in every colour scheme: readers need it so. */
export function QrCode({ text, size, label }: { text: string; size: number; label: string }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const edge = modules.size + 2 * QUIET_ZONE;
  return (
    <svg
      width={size}
      height={size}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${edge} ${edge}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path fill="white" d={`M${-QUIET_ZONE} ${-QUIET_ZONE}h${edge}v${edge}h-${edge}z`} />
      <path fill="black" d={darkRuns(modules)} />
    </svg>
  );
}

function darkRuns(modules: { size: number; get(row: number, column: number): number | boolean }): string {
  let path = '';
  for (let y = 0; y < modules.size; y += 1) {
    for (let x = 0; x < modules.size; x += 1) {
      let length = 0;
      while (x + length < modules.size && modules.get(y, x + length)) length += 1;
      if (length > 0) path += `M${x} ${y}h${length}v1h-${length}z`;
      x += length;
    }
  }
  return path;
}
