-- Members read the incidents of their workspace in the dashboard. Each has read those until a time; null: until they joined.
ALTER TABLE notification_settings ADD COLUMN incidents_read_until timestamptz(3);
GRANT SELECT (id, subject, subjects, opened_at, closed_subject, closed_subjects, acknowledged_at)
  ON incidents TO skucast_app;
