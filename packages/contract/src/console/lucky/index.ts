export { askLuckyRound } from './ask-lucky-round.ts';
export { closeLuckyRound } from './close-lucky-round.ts';
export { listLuckyClaims } from './list-lucky-claims.ts';
export { listLuckyRounds } from './list-lucky-rounds.ts';
export { markLuckySent } from './mark-lucky-sent.ts';
export { readLuckyParcel } from './read-lucky-parcel.ts';
