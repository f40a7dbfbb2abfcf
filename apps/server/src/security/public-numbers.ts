import { AES } from '@stablelib/aes';

/**
 * Numbers people and providers see, made from inner ids by a keyed permutation of 60 bits (Feistel network, AES as
 * round function): nobody can guess or count them, and they lead back to the id (and so to the shard) without a
 * look-up.
 */
export interface PublicNumbers {
  orderNo(orderId: bigint): string;
  /** The id inside, or null when the text is not such a number. */
  orderId(orderNo: string): bigint | null;
  /** Order number and attempt, 8–32 characters `[A-Za-z0-9]`, unique per payment attempt. */
  merchantOrderNo(orderId: bigint, attemptNo: number): string;
  attemptOf(merchantOrderNo: string): { orderId: bigint; attemptNo: number } | null;
  policyNo(policyId: bigint): string;
  policyId(policyNo: string): bigint | null;
  refundNo(orderId: bigint, refundIndex: number): string;
  /** The order of a refund's number, in whichever round it was sent; null when the text is not such a number. */
  orderOfRefund(refundNo: string): bigint | null;
  memberNo(memberId: bigint): string;
  memberId(memberNo: string): bigint | null;
  /** Of a face check: letters and digits, 20 of them. */
  checkNo(checkId: bigint): string;
  checkId(checkNo: string): bigint | null;
  fileNo(fileId: bigint): string;
  fileId(fileNo: string): bigint | null;
  midYearNo(id: bigint): string;
  midYearId(text: string): bigint | null;
  bookingNo(id: bigint): string;
  bookingId(text: string): bigint | null;
  preExistingNo(queryId: bigint): string;
  preExistingId(text: string): bigint | null;
  appealNo(appealId: bigint): string;
  appealId(text: string): bigint | null;
  drugApplicationNo(id: bigint): string;
  drugApplicationId(text: string): bigint | null;
  serviceBookingNo(id: bigint): string;
  serviceBookingId(text: string): bigint | null;
  /** Of a prize that was won. */
  luckyNo(id: bigint): string;
  luckyId(text: string): bigint | null;
  /** Of a company that insures its people, and of one of them. */
  groupNo(groupId: bigint): string;
  groupId(groupNo: string): bigint | null;
  groupPersonNo(id: bigint): string;
  groupPersonId(text: string): bigint | null;
  complaintNo(id: bigint): string;
  complaintId(text: string): bigint | null;
  /** Of a message in an account's inbox. */
  inboxNo(id: bigint): string;
  inboxId(text: string): bigint | null;
  /** Of a jump to the medical-insurance app, as the bureau sees it. */
  jumpNo(id: bigint): string;
  changeNo(changeId: bigint): string;
  changeId(changeNo: string): bigint | null;
  /** Of the endorsement that a change became. */
  endorsementNo(changeId: bigint): string;
}

const HALF_BITS = 30n;
const HALF_MASK = (1n << HALF_BITS) - 1n;
const ROUNDS = 8;
const DIGITS = 19;

type Permutation = { encode(value: bigint): string; decode(digits: string): bigint | null };

function createPermutation(key: Buffer, tweak: number): Permutation {
  const cipher = new AES(key, true);
  // `tweak, index, 0, 0, half, 0 …`. A call into node:crypto would cost many times one round of this.
  const block = new Uint8Array(16);
  const view = new DataView(block.buffer);
  const out = new Uint8Array(16);
  const outView = new DataView(out.buffer);
  block[0] = tweak;
  function round(index: number, half: number): number {
    block[1] = index;
    view.setUint32(4, half);
    cipher.encryptBlock(block, out);
    return outView.getUint32(0) & Number(HALF_MASK);
  }
  return {
    encode(value) {
      let left = Number(value >> HALF_BITS);
      let right = Number(value & HALF_MASK);
      for (let index = 0; index < ROUNDS; index++) [left, right] = [right, left ^ round(index, right)];
      return ((BigInt(left) << HALF_BITS) | BigInt(right)).toString().padStart(DIGITS, '0');
    },
    decode(digits) {
      if (digits.length !== DIGITS || !/^[0-9]+$/.test(digits)) return null;
      const value = BigInt(digits);
      if (value >> (HALF_BITS * 2n) !== 0n) return null;
      let left = Number(value >> HALF_BITS);
      let right = Number(value & HALF_MASK);
      for (let index = ROUNDS - 1; index >= 0; index--) [left, right] = [right ^ round(index, left), left];
      return (BigInt(left) << HALF_BITS) | BigInt(right);
    },
  };
}

/** `key`: 16 bytes that never change once numbers are in the world. */
export function createPublicNumbers(key: Buffer): PublicNumbers {
  const orders = createPermutation(key, 1);
  const members = createPermutation(key, 2);
  const checks = createPermutation(key, 3);
  const files = createPermutation(key, 6);
  const changes = createPermutation(key, 4);
  const endorsements = createPermutation(key, 5);
  const midYears = createPermutation(key, 7);
  const bookings = createPermutation(key, 25);
  const preExistings = createPermutation(key, 40);
  const appeals = createPermutation(key, 41);
  const drugApplications = createPermutation(key, 26);
  const serviceBookings = createPermutation(key, 27);
  const luckyChances = createPermutation(key, 28);
  const groups = createPermutation(key, 50);
  const groupPeople = createPermutation(key, 51);
  const complaints = createPermutation(key, 61);
  const jumps = createPermutation(key, 60);
  const inboxes = createPermutation(key, 62);
  const two = (value: number): string => String(value).padStart(2, '0');
  const orderNo = (orderId: bigint): string => `JS${orders.encode(orderId)}`;
  const orderIdOf = (text: string): bigint | null => (text.startsWith('JS') ? orders.decode(text.slice(2)) : null);
  return {
    orderNo,
    orderId: orderIdOf,
    merchantOrderNo: (orderId, attemptNo) => `${orderNo(orderId)}${two(attemptNo)}`,
    attemptOf(text) {
      if (!/^JS[0-9]{21}$/.test(text)) return null;
      const orderId = orderIdOf(text.slice(0, 21));
      return orderId === null ? null : { orderId, attemptNo: Number(text.slice(21)) };
    },
    policyNo: (policyId) => `SMA${orders.encode(policyId >> 4n)}${two(Number(policyId & 15n))}`,
    policyId(text) {
      if (!/^SMA[0-9]{21}$/.test(text)) return null;
      const orderId = orders.decode(text.slice(3, 22));
      const position = Number(text.slice(22));
      return orderId === null || position > 15 ? null : (orderId << 4n) | BigInt(position);
    },
    orderOfRefund: (text) => (/^RJS[0-9]{21}(T[0-9]{2})?$/.test(text) ? orderIdOf(text.slice(1, 22)) : null),
    refundNo: (orderId, refundIndex) => `R${orderNo(orderId)}${two(refundIndex)}`,
    memberNo: (memberId) => members.encode(memberId),
    memberId: (memberNo) => members.decode(memberNo),
    checkNo: (checkId) => `F${checks.encode(checkId)}`,
    checkId: (text) => (text.startsWith('F') ? checks.decode(text.slice(1)) : null),
    fileNo: (fileId) => `W${files.encode(fileId)}`,
    fileId: (text) => (text.startsWith('W') ? files.decode(text.slice(1)) : null),
    changeNo: (changeId) => `GZ${changes.encode(changeId)}`,
    changeId: (text) => (text.startsWith('GZ') ? changes.decode(text.slice(2)) : null),
    midYearNo: (id) => `ZT${midYears.encode(id)}`,
    midYearId: (text) => (text.startsWith('ZT') ? midYears.decode(text.slice(2)) : null),
    bookingNo: (id) => `YY${bookings.encode(id)}`,
    bookingId: (text) => (text.startsWith('YY') ? bookings.decode(text.slice(2)) : null),
    preExistingNo: (id) => `JW${preExistings.encode(id)}`,
    preExistingId: (text) => (text.startsWith('JW') ? preExistings.decode(text.slice(2)) : null),
    appealNo: (id) => `FH${appeals.encode(id)}`,
    appealId: (text) => (text.startsWith('FH') ? appeals.decode(text.slice(2)) : null),
    drugApplicationNo: (id) => `TY${drugApplications.encode(id)}`,
    drugApplicationId: (text) => (text.startsWith('TY') ? drugApplications.decode(text.slice(2)) : null),
    serviceBookingNo: (id) => `JK${serviceBookings.encode(id)}`,
    serviceBookingId: (text) => (text.startsWith('JK') ? serviceBookings.decode(text.slice(2)) : null),
    luckyNo: (id) => `XL${luckyChances.encode(id)}`,
    luckyId: (text) => (text.startsWith('XL') ? luckyChances.decode(text.slice(2)) : null),
    inboxNo: (id) => `XX${inboxes.encode(id)}`,
    inboxId: (text) => (text.startsWith('XX') ? inboxes.decode(text.slice(2)) : null),
    complaintNo: (id) => `TS${complaints.encode(id)}`,
    complaintId: (text) => (text.startsWith('TS') ? complaints.decode(text.slice(2)) : null),
    jumpNo: (id) => `TZ${jumps.encode(id)}`,
    groupNo: (groupId) => `TD${groups.encode(groupId)}`,
    groupId: (text) => (text.startsWith('TD') ? groups.decode(text.slice(2)) : null),
    groupPersonNo: (id) => `TR${groupPeople.encode(id)}`,
    groupPersonId: (text) => (text.startsWith('TR') ? groupPeople.decode(text.slice(2)) : null),
    endorsementNo: (changeId) => `PD${endorsements.encode(changeId)}`,
  };
}
