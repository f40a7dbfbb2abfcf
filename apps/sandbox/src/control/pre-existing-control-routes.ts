import { json } from '../http/router.ts';
import { LABELS, type RegisteredLabel } from '../pre-existing/registry-book.ts';
import type { PreExistingControl } from '../pre-existing/registry-calls.ts';
import { type ControlRoute, fieldsOf } from './control-route.ts';

/** `/_ctl/pre-existing/*`. */
export function addPreExistingControlRoutes(on: ControlRoute, { people, questions }: PreExistingControl): void {
  on('GET', '/pre-existing/people', () => json(200, { people: people.list() }));
  on('POST', '/pre-existing/people', (request) => {
    people.set(labelOf(fieldsOf(request)));
    return json(201, { people: people.list() });
  });
  on('GET', '/pre-existing/questions', () => json(200, { questions: questions() }));
}

function labelOf({ idNo, userName, label, classCode }: Record<string, unknown>): RegisteredLabel {
  if (typeof idNo !== 'string' || !/^\d{17}[\dX]$/.test(idNo)) throw new TypeError('idNo must be an identity number');
  if (typeof userName !== 'string' || userName === '') throw new TypeError('userName must be a text');
  const known = LABELS.find((one) => one === label);
  if (known === undefined) throw new TypeError(`label must be one of ${LABELS.join(', ')}`);
  if (known !== 'Y') return { idNo, userName, label: known };
  if (typeof classCode !== 'string' || !/^C[1-9]$/.test(classCode)) throw new TypeError('classCode must be C1 to C9');
  return { idNo, userName, label: known, classCode };
}
