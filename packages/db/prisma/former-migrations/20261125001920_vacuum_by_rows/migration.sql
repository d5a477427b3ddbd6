-- A fifth of a large table may be dead rows before PostgreSQL vacuums it by default: 600,000 of three million products. A
-- fiftieth is enough. Weeks of events and attempts are appended to and dropped whole.
ALTER TABLE products SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE product_search SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE public_search SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE listings SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE deliveries SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_analyze_scale_factor = 0.02);

-- Rows of these live for moments: vacuum goes by their number, and gives the pages at the end of an emptied table back.
ALTER TABLE outbox SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
ALTER TABLE listing_work SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
