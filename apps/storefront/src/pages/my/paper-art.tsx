/** A sheet of paper with a tick: nothing (more) to do here. */
export function PaperArt() {
  return (
    <svg width="140" height="108" viewBox="0 0 140 108" aria-hidden="true">
      <ellipse cx="70" cy="96" rx="56" ry="8" className="art-fill" />
      <path
        d="M40 16h48l14 14v58a6 6 0 0 1-6 6H40a6 6 0 0 1-6-6V22a6 6 0 0 1 6-6ZM88 16v14h14"
        className="art-stroke-neutral art-paper"
      />
      <path d="M46 40h30M46 54h42M46 68h24" className="art-stroke-soft" />
      <circle cx="98" cy="76" r="17" className="art-stroke art-paper" />
      <path d="m91 76 5 5 9-10" className="art-stroke" />
    </svg>
  );
}
