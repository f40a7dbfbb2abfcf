import { provideServerParts } from '../context/kept-markup.tsx';
import { HomeArt } from '../pages/home/home-art.tsx';
import { HomeSections } from '../pages/home/home-sections.tsx';

/** For whatever renders the landing page outside a browser: the parts that a browser keeps as markup. */
export function provideLandingParts(): void {
  provideServerParts({ art: HomeArt, sections: HomeSections });
}
