/** The round stamp of a demonstration edition; a real voucher has none, its code proves it. */
export function SampleStamp({ name }: { name: string }) {
  return (
    <svg
      className="voucher-stamp"
      width="84"
      height="84"
      viewBox="0 0 84 84"
      role="img"
      aria-label="电子凭证样张章"
      fill="none"
      stroke="var(--c-primary-text)"
    >
      <g transform="rotate(-12 42 42)">
        <g strokeWidth="2.2" opacity=".82">
          <circle cx="42" cy="42" r="36" />
          <circle cx="42" cy="42" r="31" strokeWidth="1" />
          <path d="M20 34h44M20 52h44" strokeWidth="1" />
        </g>
        <g fill="var(--c-primary-text)" stroke="none" textAnchor="middle">
          <text x="42" y="49" fontSize="16" fontWeight="700" letterSpacing="2">
            样　张
          </text>
          <text x="42" y="28" fontSize="10">
            电子凭证
          </text>
          <text x="42" y="65" fontSize="10">
            {name}
          </text>
        </g>
      </g>
    </svg>
  );
}
