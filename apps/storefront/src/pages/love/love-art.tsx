/** A family under an umbrella on a bridge. */
export function LoveArt() {
  return (
    <svg className="love-art" viewBox="0 -16 320 148" aria-hidden="true">
      <circle cx="206" cy="44" r="34" className="love-light" />
      <path d="M0 100C48 74 96 82 146 92s104-18 174-2v42H0Z" className="love-light" />
      <path d="M10 126c74-2 96-40 150-40s76 38 150 40H196a36 36 0 0 0-72 0Z" className="love-line-fill" />
      <path d="M22 118c66-3 88-38 138-38s72 35 138 38" className="love-line" />
      <path
        d="M118 48a42 42 0 0 1 84 0c-5-4-9-4-14 0-5-4-9-4-14 0-5-4-9-4-14 0-5-4-9-4-14 0-5-4-9-4-14 0-5-4-9-4-14 0Z"
        className="love-red"
      />
      <path
        d="M160 6c-14 8-18 26-14 42 5-4 9-4 14 0 5-4 9-4 14 0 4-16 0-34-14-42Z"
        className="love-light love-light-faint"
      />
      <path d="M160 1v74" className="love-shaft" />
      <circle cx="143" cy="56" r="5" className="love-red" />
      <path d="M135 80c0-10 3-17 8-17s8 7 8 17Z" className="love-red" />
      <circle cx="177" cy="56" r="5" className="love-red" />
      <path d="M169 80c0-10 3-17 8-17s8 7 8 17Z" className="love-red" />
      <circle cx="160" cy="65" r="3.8" className="love-red" />
      <path d="M154 79c0-7 2-10 6-10s6 3 6 10Z" className="love-red" />
      <path d="M0 126h320v6H0Z" className="love-line-fill" />
    </svg>
  );
}

/** A round keepsake mark; it is nobody's seal. */
export function LoveSeal({ name }: { name: string }) {
  return (
    <svg className="love-seal" width="72" height="72" viewBox="0 0 72 72" role="img" aria-label="纪念章，不是印章">
      <g fill="none" stroke="var(--c-primary-text)">
        <circle cx="36" cy="36" r="33" strokeWidth="2" />
        <circle cx="36" cy="36" r="28" />
      </g>
      <g fill="var(--c-primary-text)" textAnchor="middle">
        <path d="M36 30s-7-4.400-7-9.400a3.900 3.900 0 0 1 7-2.500 3.900 3.900 0 0 1 7 2.500c0 5-7 9.400-7 9.400Z" />
        <text x="36" y="45" fontSize={Array.from(name).length > 4 ? 9 : 13} fontWeight="700">
          {name}
        </text>
        <text x="36" y="58" fontSize="11">
          纪念
        </text>
      </g>
    </svg>
  );
}
