-- Feeds whose files are archives. It is not in `compression`, because the previous version cannot read another value there.
ALTER TABLE feeds ADD COLUMN archive text CONSTRAINT feeds_archive_known CHECK (archive IN ('zip'));
