// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { HundredthsInput, lacksFigures } from '../pages/claim-rules/hundredths-input.tsx';
import { NumberField } from './number-field.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

test('what is handed on is what stands there, stroke by stroke', async () => {
  let kept: number | null = null;
  let put: (value: number | null) => void = () => {};
  function Form() {
    const [value, setValue] = useState<number | null>(12.5);
    kept = value;
    put = setValue;
    return <NumberField value={value} limits={{ min: 0.01, max: 20_000_000, places: 2 }} onChange={setValue} />;
  }
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => root.render(<Form />));
  const field = place.querySelector('input') as HTMLInputElement;
  expect(field.value).toBe('12.5');
  for (const [text, value, isWrong] of [
    ['2500000', 2_500_000, false],
    ['25000000', 25_000_000, true],
    ['1.', 1, false],
    ['1.005', 1.005, true],
    ['12元5角', Number.NaN, true],
    ['', null, false],
    ['１２，０００ 元', 12_000, false],
  ] as const) {
    await typeIn(field, text);
    expect([field.value, kept, field.getAttribute('aria-invalid')]).toEqual([text, value, isWrong ? 'true' : null]);
  }
  await act(async () => put(7));
  expect(field.value).toBe('7');
  await act(async () => root.unmount());
});

test('an amount kept in fen is no nought when its field is emptied, and is not rounded', async () => {
  let fen = 30_000;
  function Form() {
    const [kept, setKept] = useState(fen);
    fen = kept;
    return <HundredthsInput label="起付线" hundredths={kept} onChange={setKept} />;
  }
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => root.render(<Form />));
  const field = place.querySelector('input') as HTMLInputElement;
  expect([field.value, lacksFigures({ plans: [{ fen }] })]).toEqual(['300', false]);
  for (const [text, kept] of [
    ['', Number.NaN],
    ['12.345', Number.NaN],
    ['1e5', Number.NaN],
    ['4503.29', 450_329],
  ] as const) {
    await typeIn(field, text);
    expect([field.value, fen]).toEqual([text, kept]);
    expect(lacksFigures({ plans: [{ fen }] })).toBe(Number.isNaN(kept));
  }
  await act(async () => root.unmount());
});

const typeIn = (field: HTMLInputElement, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
