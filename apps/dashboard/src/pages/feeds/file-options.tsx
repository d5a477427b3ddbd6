import { compressionsOf, FEED_FORMATS, type Feed } from "@skucast/contracts/feeds/feed";
import { Collapsible } from "../../components/collapsible.js";
import { SelectField, TextField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import { CoverageField } from "./coverage-field.js";
import { type FeedValues, formatChange } from "./feed-body.js";

const words = texts.feeds.form;

/** The same in all languages. */
const FORMAT_NAMES: Readonly<Record<Feed["format"], string>> = {
  csv: "CSV",
  tsv: "TSV",
  jsonl: "JSON Lines",
  xml_rss: "XML (RSS)",
  parquet: "Parquet",
  xml: "XML",
  json: "JSON",
};
const RARE_FIELDS = ["/compression", "/shards", "/coverage", "/columns"] as const;

const compressionLabel = (format: Feed["format"], compression: Feed["compression"]): string =>
  format === "parquet" && compression === "none" ? words.snappy : words.compressions[compression];

interface FileOptionsProps {
  readonly values: FeedValues;
  readonly set: (change: Partial<FeedValues>) => void;
  readonly errorAt: (pointer: string) => string | undefined;
}

/** How the files of a feed are written. What few partners ask for is closed until it is used. */
export const FileOptions = ({ values, set, errorAt }: FileOptionsProps) => (
  <>
    <SelectField
      label={words.format}
      value={values.format}
      error={errorAt("/format")}
      choices={FEED_FORMATS.map((value) => ({ value, label: FORMAT_NAMES[value] }))}
      onValue={(format) => set(formatChange(values, format as Feed["format"]))}
    />
    <TextField
      label={words.fileName}
      hint={words.fileNameHint}
      value={values.fileName}
      error={errorAt("/file_name")}
      onValue={(fileName) => set({ fileName })}
    />
    <Collapsible
      title={words.more}
      isForcedOpen={isUnusual(values) || RARE_FIELDS.some((pointer) => errorAt(pointer) !== undefined)}
    >
      <SelectField
        label={words.compression}
        hint={values.format === "parquet" ? words.parquetCompressionHint : undefined}
        value={values.compression}
        error={errorAt("/compression")}
        choices={compressionsOf(values.format).map((value) => ({
          value,
          label: compressionLabel(values.format, value),
        }))}
        onValue={(compression) => set({ compression: compression as Feed["compression"] })}
      />
      <TextField
        label={words.shards}
        hint={words.shardsHint}
        inputMode="numeric"
        value={values.shards}
        error={errorAt("/shards")}
        onValue={(shards) => set({ shards })}
      />
      <CoverageField
        channelId={values.channelId}
        value={values.coverage}
        error={errorAt("/coverage")}
        onValue={(coverage) => set({ coverage })}
      />
      <TextField
        label={words.columns}
        hint={words.columnsHint}
        value={values.columns}
        error={errorAt("/columns")}
        onValue={(columns) => set({ columns })}
      />
    </Collapsible>
  </>
);

const isUnusual = ({ compression, shards, coverage, columns }: FeedValues): boolean =>
  compression !== "none" || shards !== "1" || coverage !== "full" || columns !== "";
