/** Why the recordings of somebody who asked for it at the desk are restricted; by it they are found when that is taken back. */
export const RESTRICTED_WHY = '本人申请';
