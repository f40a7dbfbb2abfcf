/** The bridge and the umbrella of the home page's head. */
export function HomeArt() {
  return (
    <svg
      className="hero-art standard-only"
      viewBox="0 0 375 150"
      preserveAspectRatio="xMidYMax slice"
      fill="var(--c-white)"
      aria-hidden="true"
    >
      <circle cx="306" cy="46" r="40" opacity=".1" />
      <path d="M0 112C50 84 104 92 160 104s118-22 215-4v50H0Z" opacity=".07" />
      <path d="M84 138c86-2 112-46 180-46s94 44 180 46H302a38 38 0 0 0-76 0Z" opacity=".3" />
      <g fill="none" stroke="var(--c-white)" strokeWidth="1.6" strokeLinecap="round">
        <path d="M96 130c78-3 104-46 168-46s90 43 168 46" opacity=".6" />
        <path d="M160 118.5v7M184 109v8M208 98v8M320 98v8M344 109v8M368 118.5v7" opacity=".6" />
        <path d="M24 143h44M92 146h26M150 142h30M318 146h36" opacity=".55" />
      </g>
      <path d="M222 58a42 42 0 0 1 84 0c-5-4-9-4-14 0-5-4-9-4-14 0-5-4-9-4-14 0-5-4-9-4-14 0-5-4-9-4-14 0-5-4-9-4-14 0Z" />
      <path d="M264 16c-14 8-18 26-14 42 5-4 9-4 14 0 5-4 9-4 14 0 4-16 0-34-14-42Z" fill="var(--c-art-rose)" />
      <path d="M262.9 11h2.2v73h-2.2z" />
      <g fill="var(--c-art-blush)">
        <circle cx="247" cy="65" r="5" />
        <path d="M239 88c0-10 3-16 8-16s8 6 8 16Z" />
        <circle cx="281" cy="65" r="5" />
        <path d="M273 88c0-10 3-16 8-16s8 6 8 16Z" />
      </g>
      <g fill="var(--c-art-rose)">
        <circle cx="264" cy="73" r="3.8" />
        <path d="M258 87c0-7 2-10 6-10s6 3 6 10Z" />
      </g>
      <path d="M0 138h375v12H0Z" opacity=".12" />
    </svg>
  );
}
