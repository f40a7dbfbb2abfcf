-- Complaints are counted too, from the first day on.
update report_progress set closed_until = null;
