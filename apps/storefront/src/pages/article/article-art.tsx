/** A family reading a document; drawn here, so that an article brings no picture of its own. */
export function ArticleArt() {
  return (
    <figure className="article-art">
      <svg viewBox="0 0 343 150" aria-hidden="true">
        <path d="M0 118c60-30 120-18 180-8s110-14 163-2v42H0Z" className="article-line" opacity=".5" />
        <rect x="118" y="24" width="108" height="104" rx="8" className="article-sheet" />
        <path d="M134 48h56M134 64h76M134 80h70M134 96h44" className="article-stroke" />
        <circle cx="206" cy="104" r="17" className="article-red" />
        <path d="m198 105 6 6 11-12" className="article-tick" />
        <circle cx="80" cy="82" r="12" className="article-red" />
        <path d="M58 134c2-22 10-34 22-34s20 12 22 34Z" className="article-red" />
        <circle cx="266" cy="86" r="11" className="article-red" />
        <path d="M246 134c2-20 9-31 20-31s18 11 20 31Z" className="article-red" />
        <circle cx="294" cy="104" r="8" className="article-line" />
        <path d="M280 134c1-13 6-20 14-20s13 7 14 20Z" className="article-line" />
      </svg>
    </figure>
  );
}
