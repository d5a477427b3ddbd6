-- Members who are restricted to channels change neither where a channel publishes nor by which profile: like what it
-- selects, that reaches beyond their channels. A policy cannot compare a row with what it was.
CREATE TRIGGER hold_publication BEFORE UPDATE OF profile, in_public_directory ON channels FOR EACH ROW
  WHEN (OLD.profile IS DISTINCT FROM NEW.profile OR OLD.in_public_directory IS DISTINCT FROM NEW.in_public_directory)
  EXECUTE FUNCTION hold_selection();
