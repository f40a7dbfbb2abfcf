import { useEffect, useRef, useState } from 'react';
import { useQuery } from '../../context/index.ts';
import { broughtBack, withoutBroughtBack } from '../../features/payment/brought-back.ts';
import { type PermissionEnd, useMedicalPermission } from '../../features/payment/use-medical-permission.ts';

type Options = {
  /** Starts the payment; the permission is there. */
  pay: () => void;
  /** Why it cannot be started. */
  onRefused: (refusal: Extract<PermissionEnd, { kind: 'refused' }>) => void;
};

/** Paying from a personal account: consent, permission at the bureau, and going on by itself on the way back. */
export function useMedicalPayment(orderNo: string, options: Options) {
  const [brought] = useState(broughtBack(useQuery()));
  const [asksConsent, setAsksConsent] = useState(false);
  const { ask, confirm, busy } = useMedicalPermission(orderNo);
  const [confirming, setConfirming] = useState(brought !== null);
  const latest = useRef(options);
  latest.current = options;

  const goOn = (end: PermissionEnd | null) => {
    if (end?.kind === 'permitted') latest.current.pay();
    else if (end?.kind === 'refused') latest.current.onRefused(end);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what this visit brought
  useEffect(() => {
    if (!brought) return;
    window.history.replaceState(window.history.state, '', withoutBroughtBack(window.location.hash));
    void confirm(brought).then((end) => {
      if (end) setConfirming(false);
      goOn(end);
    });
  }, []);

  return {
    /** The owner has decided at the bureau, and the server is asked what. */
    confirming,
    busy,
    consent: {
      open: asksConsent,
      onAgree: () => {
        setAsksConsent(false);
        void ask().then(goOn);
      },
      onClose: () => setAsksConsent(false),
    },
    askConsent: () => setAsksConsent(true),
  };
}
