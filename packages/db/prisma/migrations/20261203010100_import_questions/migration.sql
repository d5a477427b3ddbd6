-- What is ambiguous in the file of an import, with the possible answers. Imports of the previous version have none.
ALTER TABLE imports ADD COLUMN questions jsonb NOT NULL DEFAULT '[]';
