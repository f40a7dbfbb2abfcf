/** Where the pictures lie that are passed on. */
export const POSTER_PATH = '/poster';
export const CARD_PICTURE_PATH = '/share-card.png';
