/** The home page tells of so many plans what each adds; more are put beside each other on a page of their own. */
export const FEW_PLANS = 2;
