import './controls.css';
import { type KeyboardEvent, useRef } from 'react';

type Props<Value extends string> = {
  label: string;
  tabs: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Id of the panel the tabs switch. */
  panelId?: string;
};

/** Tabs; the arrow keys move between them. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, panelId }: Props<Value>) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.value === value);
    const index = (at + step + tabs.length) % tabs.length;
    const next = tabs[index];
    if (!next) return;
    onChange(next.value);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={label} ref={list}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          onKeyDown={move}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
