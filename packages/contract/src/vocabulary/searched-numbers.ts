/** Forms of the numbers that lists of the console are searched by, whole: what has another form is none and not asked for. */
export const SEARCHED_NUMBERS = {
  /** An order's, a policy's or a payment's. */
  order: '^[0-9A-Za-z_-]{6,64}$',
  /** An order's, a policy's or a recording's. */
  recording: '^[0-9A-Za-z_-]{8,64}$',
  /** Of what a message tells of. */
  message: '^[0-9A-Za-z-]{4,64}$',
  /** A sale channel's code or the number of its registration. */
  channel: '^[0-9A-Za-z_-]{2,40}$',
  /** A complaint's or an order's. */
  complaint: '^[A-Z]{2}[0-9]{10,26}$',
} as const;
