/**
 * Line icons on a 24 x 24 grid, one constant each, so that a page ships only those it names.
 * `line` is stroked with the text colour; `solid` is filled first (a disc); `mark` is a second stroke with its own width,
 * drawn in the surface colour when it lies on a disc.
 */
export type IconShape = {
  readonly line?: string;
  readonly solid?: string;
  readonly mark?: string;
  readonly markWidth?: number;
};
