import { Icon } from './icon.tsx';

/** A choice that can be taken back: the cross for it, which the kit names in English, by what it does. */
export const clearable = (label: string) => ({ label, clearIcon: <Icon name="close" size={12} /> });
