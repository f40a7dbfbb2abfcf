import { Booking } from './booking-page.tsx';

/** #/yuyue2026post: the booking as a shared link opens it. */
export default function BookingPosterPage() {
  return <Booking isPoster />;
}
