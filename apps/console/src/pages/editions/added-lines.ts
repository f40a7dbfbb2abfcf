/** Between the lines of what a plan adds, as they are typed in one field. */
export const LINE_BREAK = '；';

/** The lines of what was typed; none where nothing was. */
export const linesOf = (typed: string): string[] => (typed === '' ? [] : typed.split(/[；;]/));
