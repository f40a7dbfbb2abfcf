import './drugs.css';
import type { ListedPharmacyValue } from '@huimin/contract';
import { useState } from 'react';
import { Button, Field, SelectInput, telHref } from '../../ui/index.ts';

const ALL = '';

type Props = {
  pharmacies: readonly ListedPharmacyValue[];
  /** Chooses one; without it there is only calling. */
  onChoose?: (pharmacy: ListedPharmacyValue) => void;
};

/** Pharmacies by city, each with address, hours, and a way to call. */
export function PharmacyList({ pharmacies, onChoose }: Props) {
  const [city, setCity] = useState(ALL);
  const cities = Array.from(new Set(pharmacies.map((pharmacy) => pharmacy.city)));
  const shown = pharmacies.filter((pharmacy) => city === ALL || pharmacy.city === city);
  return (
    <>
      {cities.length > 1 && (
        <Field id="pharmacy-city" label="城市">
          {(field) => (
            <SelectInput
              {...field}
              value={city}
              onChange={setCity}
              options={[
                { value: ALL, label: `全部城市（${pharmacies.length} 家）` },
                ...cities.map((name) => ({ value: name, label: name })),
              ]}
            />
          )}
        </Field>
      )}
      <ul>
        {shown.map((pharmacy) => (
          <li className="drug-row" key={pharmacy.code}>
            <div className="drug-row-main">
              <h3>{pharmacy.name}</h3>
              <p className="note">
                {pharmacy.city} {pharmacy.district} {pharmacy.address}
              </p>
              <p className="note">
                {pharmacy.hours}，{pharmacy.delivers ? '可以送药' : '不送药'}
              </p>
            </div>
            <span className="pharmacy-call">
              {onChoose ? (
                <Button kind="neutral" small label={`选这家，${pharmacy.name}`} onPress={() => onChoose(pharmacy)}>
                  选这家
                </Button>
              ) : (
                <Button kind="neutral" small label={`打电话给${pharmacy.name}`} href={telHref(pharmacy.phone)}>
                  打电话
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
