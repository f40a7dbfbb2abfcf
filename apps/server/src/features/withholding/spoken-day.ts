/** `YYYY-MM-DD` as `M月D日`, for text messages. */
export function spokenDay(day: string): string {
  const [, month, date] = day.split('-');
  return `${Number(month)}月${Number(date)}日`;
}
