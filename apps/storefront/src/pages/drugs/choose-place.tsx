import '../../ui/form.css';
import type { DrugApplicationValue, ListedPharmacyValue } from '@huimin/contract';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { Button, FormProblem, RadioChips, Sheet, toast } from '../../ui/index.ts';
import { useRecipient } from '../services/recipient-fields.tsx';
import { PharmacyList } from './pharmacy-list.tsx';

type Way = 'collect' | 'deliver';
type Props = { application: DrugApplicationValue; onChosen: () => void };

/** After the approval: a pharmacy, and whether the drug is fetched there or brought. */
export function ChoosePlace({ application, onChosen }: Props) {
  const [open, setOpen] = useState(false);
  const [pharmacy, setPharmacy] = useState<ListedPharmacyValue | null>(null);
  const close = () => {
    setOpen(false);
    setPharmacy(null);
  };
  return (
    <div className="mt3">
      <Button block label={`选药房，${application.drugName}`} onPress={() => setOpen(true)}>
        选药房
      </Button>
      <Sheet open={open} title={pharmacy ? pharmacy.name : '选药房'} tall onClose={close}>
        {pharmacy ? (
          <PlaceForm
            application={application}
            pharmacy={pharmacy}
            onBack={() => setPharmacy(null)}
            onChosen={() => {
              close();
              onChosen();
            }}
          />
        ) : (
          <PharmacyList pharmacies={application.pharmacies} onChoose={setPharmacy} />
        )}
      </Sheet>
    </div>
  );
}

type FormProps = Props & { pharmacy: ListedPharmacyValue; onBack: () => void };

function PlaceForm({ application, pharmacy, onBack, onChosen }: FormProps) {
  const [way, setWay] = useState<Way>('collect');
  const { fields, check } = useRecipient('drug', '加密保存，只用来送药');
  const [problem, setProblem] = useState<string | null>(null);
  const [choose, choosing] = useAction(calls.chooseDrugPlace, { quietFailure: true });
  const submit = async () => {
    setProblem(null);
    const recipient = way === 'deliver' ? check() : null;
    if (way === 'deliver' && !recipient) return;
    const reply = await choose({
      ...{ drugApplicationNo: application.drugApplicationNo, pharmacyCode: pharmacy.code, way },
      ...(recipient ? { recipient } : {}),
    });
    if (!reply.ok) return setProblem(failureText(reply));
    toast('已选好', { kind: 'ok' });
    onChosen();
  };
  return (
    <>
      <p className="note">
        {pharmacy.city} {pharmacy.district} {pharmacy.address}，{pharmacy.hours}
      </p>
      {pharmacy.delivers ? (
        <RadioChips
          name="drug-way"
          legend="怎么拿药"
          columns={2}
          value={way}
          onChange={setWay}
          options={[
            { value: 'collect', label: '到药房取' },
            { value: 'deliver', label: '送药上门' },
          ]}
        />
      ) : (
        <p className="mt3">这家药房不送药，要到店取。</p>
      )}
      {way === 'deliver' && fields}
      <FormProblem problem={problem} />
      <div className="buttons buttons-2 mt4">
        <Button kind="neutral" onPress={onBack}>
          换一家
        </Button>
        <Button busy={choosing.busy} onPress={() => void submit()}>
          就这家
        </Button>
      </div>
    </>
  );
}
