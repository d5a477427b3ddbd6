-- Imports that ended are deleted after an age, their faults with them; and what rows were, where no import is left.
GRANT DELETE ON imports, import_rows TO skucast_system;
-- Old ones are found at the table's beginning, whatever workspace they are of.
CREATE INDEX imports_created_at_idx ON imports USING brin (created_at);
