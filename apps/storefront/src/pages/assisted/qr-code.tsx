/** A QR code from rows of 1 and 0, black on white in every theme: that is what cameras read. */
export function QrCode({ rows, label }: { rows: readonly string[]; label: string }) {
  const size = rows.length;
  const path = rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`),
    )
    .join('');
  return (
    <svg
      className="assist-qr"
      viewBox={`-2 -2 ${size + 4} ${size + 4}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path fill="white" d={`M-2-2h${size + 4}v${size + 4}h-${size + 4}z`} />
      <path fill="black" d={path} />
    </svg>
  );
}
