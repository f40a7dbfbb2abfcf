import { HEALTH_CONSENT_VERSION } from '@huimin/domain/pre-existing';
import { type Person, syntheticIdNumber } from '@huimin/testing';
import { importDueClaimFile, storeClaimFile } from '../../apps/server/src/features/claims/index.ts';
import { csv, paid } from './claim-stage.ts';
import { coveredFamily, depsOf, drugPapers, newKey } from './services-stage.ts';
import { eventually, keep, loggedIn, resident, type Shop, type Visitor } from './shop.ts';

/** Somebody whose records the registry answers yes about (sequence 881). */
function somebodyIll(index: number): Person {
  const born = `1970-05-${String(1 + (index % 28)).padStart(2, '0')}`;
  const idNumber = syntheticIdNumber({ district: String(320_500 + (index % 80)), birthDate: born, sequence: 881 });
  return { ...resident(index), idNumber, birthDate: born, sex: 'male' };
}

/** A claim of a person that its insurer has decided, read from a file. */
async function decidedClaim(shop: Shop, person: Person): Promise<void> {
  const file = Buffer.from(csv([paid(person)]));
  await storeClaimFile(depsOf(shop), file, { day: '2026-04-01', by: '张理赔' }, shop.clock.now());
  while ((await importDueClaimFile(depsOf(shop))) > 0);
}

/** Somebody with a claim, who asks to have it worked out again. */
export async function askRecheck(
  shop: Shop,
  index: number,
): Promise<{ visitor: Visitor; caseNo: string; personKey: string }> {
  const person = resident(index);
  await decidedClaim(shop, person);
  const visitor = await loggedIn(shop, person);
  const personKey = await keep(visitor, person, '00');
  const [claim] = (
    await eventually(
      () => visitor.value('queryClaims', { personKey }),
      ({ claims }) => claims.length > 0,
    )
  ).claims;
  const caseNo = claim?.caseNo ?? '';
  await visitor.value('requestRecheck', { personKey, caseNo, note: '目录外少算了一张发票' });
  return { visitor, caseNo, personKey };
}

/** Somebody covered, who asks for a listed drug. */
export async function askDrug(
  shop: Shop,
  index: number,
): Promise<{ visitor: Visitor; number: string; fileId: string }> {
  const { visitor } = await coveredFamily(shop, [resident(index)]);
  const { people } = await eventually(
    () => visitor.value('drugApplications', {}),
    (drugs) => drugs.people.length > 0,
  );
  const papers = await drugPapers(visitor);
  const { drugApplicationNo: number } = await visitor.value('applyDrug', {
    ...{ clientKey: newKey(), policyNo: people[0]?.policyNo ?? '', drugCode: 'YF001', papers, consent: true },
  });
  return { visitor, number, fileId: papers[0]?.fileIds[0] ?? '' };
}

/** Somebody told that a condition was there before, who says it was not. */
export async function askAppeal(
  shop: Shop,
  index: number,
  picture: Buffer,
): Promise<{ visitor: Visitor; appealNo: string; queryNo: string }> {
  const person = somebodyIll(index);
  const visitor = await loggedIn(shop, person);
  const { name, idNumber, phone } = person;
  shop.sandbox.control.identity.people.add({ idCard: idNumber, name, phone });
  const { subject } = await visitor.value('prepareIdentityCheck', { purpose: 'query-pre-existing', name, idNumber });
  const { proofToken } = await visitor.value('checkCarrier', { subject });
  await visitor.value('provePreExistingSelf', { subject, proofToken: proofToken ?? '' });
  const { queryNo } = await visitor.value('queryKeXin', {
    clientKey: newKey(),
    consentVersion: HEALTH_CONSENT_VERSION,
  });
  const content = picture.toString('base64');
  const { fileId } = await visitor.value('uploadFile', {
    ...{ clientKey: newKey(), use: 'appeal', fileName: '病历.jpg', content },
  });
  const { appeal } = await visitor.value('appealPreExisting', {
    ...{ queryNo, appealReason: 'wrong-class', fileIds: [fileId] },
  });
  return { visitor, appealNo: appeal?.appealNo ?? '', queryNo };
}
