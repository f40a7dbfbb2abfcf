import type { NoteKey } from '@huimin/evidence/log';

/** Signs every checkpoint of the log once more, by another algorithm. */
export interface SecondLine {
  /** A further signature line of the note of that name for a text. */
  line(name: string, text: string): string;
  /** By what such a line is checked. */
  key(name: string): NoteKey;
}
