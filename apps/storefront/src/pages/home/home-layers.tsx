import { rememberChosenRegion } from '../../features/region/chosen-region.ts';
import { RegionPicker } from '../../features/region/region-picker.tsx';
import type { HomeLayer } from './home-layer.ts';

type Props = {
  layer: Exclude<HomeLayer, 'share' | null>;
  region: string | null;
  /** Opens the first step of buying. */
  onBuy: () => void;
  onClose: () => void;
};

/** What lies over the home page. One piece, loaded at the first tap. */
export default function HomeLayers({ layer, region, onBuy, onClose }: Props) {
  return (
    <RegionPicker
      open
      chosen={region}
      onClose={onClose}
      onConfirm={(code) => {
        rememberChosenRegion(code);
        onClose();
        if (layer === 'buy') onBuy();
      }}
    />
  );
}
