-- Restarts the walk of a channel that was created or deleted, or that now publishes something else. The walk of a
-- workspace's first channel covers what was written before, so its products are followed from now on. Runs as
-- skucast_system, because members may not write walks.
CREATE OR REPLACE FUNCTION walk_channel() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE listing_walks SET revision = revision + 1, after_sku = '', due_at = now(), completed_at = NULL
    WHERE workspace_id = OLD.workspace_id AND channel_id = OLD.id;
  ELSE
    IF TG_OP = 'INSERT' THEN
      INSERT INTO listing_progress (workspace_id, position)
      SELECT NEW.workspace_id, pg_snapshot_xmin(pg_current_snapshot())::text::bigint + position_offset FROM event_log
      ON CONFLICT (workspace_id) DO UPDATE SET position = excluded.position, updated_at = '-infinity', sku = ''
        WHERE NOT EXISTS (SELECT FROM listing_walks w WHERE w.workspace_id = excluded.workspace_id);
    END IF;
    INSERT INTO listing_walks (workspace_id, channel_id, due_at) VALUES (NEW.workspace_id, NEW.id, now())
    ON CONFLICT (workspace_id, channel_id) DO UPDATE
      SET revision = listing_walks.revision + 1, after_sku = '', due_at = now(), completed_at = NULL;
  END IF;
  RETURN NULL;
END
$$;
ALTER FUNCTION walk_channel OWNER TO skucast_system;
