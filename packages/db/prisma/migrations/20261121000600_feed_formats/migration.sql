-- Feeds may be written as RSS 2.0 (XML) and Parquet.
ALTER TABLE feeds ADD CONSTRAINT feeds_format_known
  CHECK (format IN ('csv', 'tsv', 'jsonl', 'xml_rss', 'parquet'));
ALTER TABLE feeds DROP CONSTRAINT feeds_format_check;
