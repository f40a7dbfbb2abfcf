import '../../ui/form.css';
import { CITIES, SUZHOU_CODE, SUZHOU_DISTRICTS } from '@huimin/domain/region';
import { useEffect, useRef, useState } from 'react';
import { Button, FieldError, RadioChips, Sheet } from '../../ui/index.ts';
import { choiceOf, choiceProblem, chooseCity, codeOfChoice, textOfChoice } from './region-choice.ts';
import './region-picker.css';

type Props = {
  open: boolean;
  /** The region chosen so far, or null. */
  chosen: string | null;
  /** With the code of a complete choice. The caller closes the sheet. */
  onConfirm: (regionCode: string) => void;
  onClose: () => void;
};

const chips = (regions: typeof CITIES) => regions.map((region) => ({ value: region.code, label: region.shortName }));
const CITY_CHIPS = chips(CITIES);
const DISTRICT_CHIPS = chips(SUZHOU_DISTRICTS);

/** The sheet 选择医保所在地. */
export function RegionPicker({ open, chosen, onConfirm, onClose }: Props) {
  const [choice, setChoice] = useState(() => choiceOf(chosen));
  const [problem, setProblem] = useState<string | null>(null);
  const districts = useRef<HTMLDivElement>(null);
  // Each opening starts from what is chosen by then.
  useEffect(() => {
    if (!open) return;
    setChoice(choiceOf(chosen));
    setProblem(null);
  }, [open, chosen]);
  const inSuzhou = choice.city === SUZHOU_CODE;
  useEffect(() => {
    const body = open && inSuzhou ? districts.current?.closest('.sheet-body') : null;
    if (!body) return;
    body.scrollTop = body.scrollHeight;
    // By keyboard Suzhou is only passed on the way to other cities: what has the focus stays in sight.
    const focus = document.activeElement;
    const byKeyboard = CSS.supports('selector(:focus-visible)') && focus?.matches(':focus-visible');
    if (byKeyboard && body.contains(focus)) focus?.scrollIntoView({ block: 'nearest' });
  }, [open, inSuzhou]);

  const confirm = () => {
    const code = codeOfChoice(choice);
    if (code !== null) onConfirm(code);
    else setProblem(choiceProblem(choice));
  };
  const text = textOfChoice(choice);
  return (
    <Sheet
      open={open}
      title="选择医保所在地"
      onClose={onClose}
      bodyClassName="region-picker"
      footer={
        <div className="region-picker-foot">
          {text && (
            <p className="small region-chosen">
              <span className="muted">已选：</span>
              <b>{text}</b>
            </p>
          )}
          <FieldError error={problem} />
          <Button block onPress={confirm}>
            确认添加
          </Button>
        </div>
      }
    >
      <p className="small muted">您的基本医保在哪里缴，就选哪里</p>
      <RadioChips
        className="city-choice"
        name="region-city"
        legend="城市"
        columns={5}
        options={CITY_CHIPS}
        value={choice.city}
        onChange={(city) => {
          setChoice(chooseCity(choice, city));
          setProblem(null);
        }}
      />
      {inSuzhou && (
        <div ref={districts}>
          <RadioChips
            className="district-choice"
            name="region-district"
            legend="苏州的区、县级市"
            columns={3}
            options={DISTRICT_CHIPS}
            value={choice.district}
            onChange={(district) => {
              setChoice({ city: SUZHOU_CODE, district });
              setProblem(null);
            }}
          />
        </div>
      )}
    </Sheet>
  );
}
