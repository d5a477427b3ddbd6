-- Room for what happens to a delivery within its first second: it is taken, and its outcome written. The taking changes no
-- index as long as its page has room, and the page is cleaned when the next one comes by.
ALTER TABLE deliveries SET (fillfactor = 50);

-- Statements tell what is pending by either column.
ALTER TABLE deliveries ADD CONSTRAINT deliveries_ended_check CHECK ((status = 'pending') = (completed_at IS NULL));
