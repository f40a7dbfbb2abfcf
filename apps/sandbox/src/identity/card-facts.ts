/** What a picture declares to show. Everything is as printed on the card. */
export type DeclaredCard = {
  side?: 'FRONT' | 'BACK';
  name?: string;
  sex?: string;
  nation?: string;
  /** `YYYY/M/D` */
  birth?: string;
  address?: string;
  idNum?: string;
  authority?: string;
  /** `YYYY.MM.DD-YYYY.MM.DD` or `…-长期` */
  validDate?: string;
  /** 0 to 100; 90 unless given. */
  quality?: number;
  /** Warnings such as -9102. */
  warnings?: number[];
  /** The error to answer instead, such as `ImageBlur`. */
  error?: string;
};
