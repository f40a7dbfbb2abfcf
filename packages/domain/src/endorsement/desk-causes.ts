/** Which requests of residents a desk decides: data of payer or insured, an account's phone, joining mid-year. */
export type DeskTopicName = 'data' | 'phone' | 'mid-year';

export interface DeskCause {
  readonly value: string;
  readonly decision: 'refuse' | 'ask-papers';
  readonly label: string;
  /** How the words to the resident begin; '' where somebody has to write them. */
  readonly text: string;
  readonly topics: readonly DeskTopicName[];
}

const ALL: readonly DeskTopicName[] = ['data', 'phone', 'mid-year'];
const WITH_PAPERS: readonly DeskTopicName[] = ['data', 'mid-year'];

/** Why a request is turned down, or which papers it lacks. */
export const DESK_CAUSES: readonly DeskCause[] = [
  {
    ...{ value: 'not-shown', decision: 'refuse', label: '材料证明不了', topics: WITH_PAPERS },
    text: '材料和要改的内容对不上，请备好能证明的材料再申请',
  },
  {
    ...{ value: 'unreadable', decision: 'refuse', label: '材料看不清', topics: WITH_PAPERS },
    text: '照片看不清，请在亮处重新拍好再申请',
  },
  {
    ...{ value: 'another-person', decision: 'refuse', label: '换了另一个人', topics: ['data'] },
    text: '只能更正写错的信息，不能换成另一个人。要换人请先退保，再重新参保',
  },
  {
    ...{ value: 'not-the-owner', decision: 'refuse', label: '没有核对上本人', topics: ['phone'] },
    text: '没有核对上本人，请本人带证件到网点办，或者重新申请',
  },
  {
    ...{ value: 'not-eligible', decision: 'refuse', label: '不符合条件', topics: ['mid-year'] },
    text: '不符合中途参保的条件',
  },
  { value: 'taken-back', decision: 'refuse', label: '本人说不办了', topics: ALL, text: '您来电说不办了，申请到此为止' },
  { value: 'other-refusal', decision: 'refuse', label: '其他原因', topics: ALL, text: '' },
  {
    ...{ value: 'both-sides', decision: 'ask-papers', label: '证件正反面', topics: WITH_PAPERS },
    text: '请补证件正反面的照片，四个角都拍到',
  },
  {
    ...{ value: 'household', decision: 'ask-papers', label: '户口簿本人页', topics: WITH_PAPERS },
    text: '请补户口簿首页和本人页的照片',
  },
  {
    ...{ value: 'police-proof', decision: 'ask-papers', label: '公安机关证明', topics: ['data'] },
    text: '请补公安机关开的姓名或证件号码变更证明',
  },
  {
    ...{ value: 'cover-proof', decision: 'ask-papers', label: '医保参保凭证', topics: WITH_PAPERS },
    text: '请补医保参保凭证，要看得到参保地和参保时间',
  },
  {
    ...{ value: 'clearer', decision: 'ask-papers', label: '更清楚的照片', topics: WITH_PAPERS },
    text: '照片看不清，请在亮处重新拍',
  },
  { value: 'other-papers', decision: 'ask-papers', label: '其他材料', topics: WITH_PAPERS, text: '' },
];
