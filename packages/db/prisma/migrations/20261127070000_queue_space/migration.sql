-- VACUUM returns the pages of an empty table to the operating system, but not those of its indexes. Workers truncate
-- empty queues, which returns both.
GRANT TRUNCATE ON outbox, waiting_events, bus_messages, listing_work TO skucast_system;
