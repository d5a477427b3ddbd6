import { type ReactNode, useState } from "react";
import { Badge } from "../components/badge.js";
import { BoundNote } from "../components/bound-note.js";
import { Button } from "../components/button.js";
import { Card } from "../components/card.js";
import { CountChart } from "../components/charts/count-chart.js";
import { LineChart } from "../components/charts/line-chart.js";
import { ChoiceMenu } from "../components/choice-menu.js";
import { CodeBlock } from "../components/code-block.js";
import { Collapsible } from "../components/collapsible.js";
import { ConfirmDialog } from "../components/confirm-dialog.js";
import { CopyButton } from "../components/copy-button.js";
import { DescriptionList } from "../components/description-list.js";
import { Dialog } from "../components/dialog.js";
import { DiscardDialog } from "../components/discard-dialog.js";
import { EmptyState } from "../components/empty-state.js";
import { ErrorNote } from "../components/error-note.js";
import { Icon } from "../components/icon.js";
import { KeptSpace } from "../components/kept-space.js";
import { Loading } from "../components/loading.js";
import { Menu } from "../components/menu.js";
import { useNotice } from "../components/notices.js";
import { PagedTable } from "../components/paged-table.js";
import { RelativeTime } from "../components/relative-time.js";
import { SecretOnce } from "../components/secret-once.js";
import { StatusBadge } from "../components/status-badge.js";
import { Table } from "../components/table.js";
import { Trend } from "../components/trend.js";
import { CheckField, FileField, SelectField, TextArea, TextField } from "../forms/field.js";
import { texts } from "../texts/texts.js";
import { Tokens } from "./tokens.js";

const HOUR_MS = 3_600_000;
const HOURS = 12;
const END_MS = Date.UTC(2026, 10, 1, HOURS);
const WINDOW = {
  since: new Date(END_MS - HOURS * HOUR_MS).toISOString(),
  until: new Date(END_MS).toISOString(),
  bucketMs: HOUR_MS,
};
const BUCKETS = Array.from({ length: HOURS }, (_, i) => ({
  start: new Date(END_MS - (HOURS - i) * HOUR_MS).toISOString(),
  good: 20 + ((i * 7) % 13),
  bad: i % 4,
}));
const ROWS = [
  { sku: "TEE-RED-M", title: "Red tee, size M" },
  { sku: "MUG-1", title: "Blue mug" },
];
const COLUMNS = [
  { key: "sku", title: "SKU", isRowHeader: true, cell: ({ sku }: (typeof ROWS)[number]) => sku },
  { key: "title", title: "Title", cell: ({ title }: (typeof ROWS)[number]) => title },
];
const LIST = {
  entries: ROWS,
  isPending: false,
  error: null,
  hasNextPage: false,
  isFetchingNextPage: false,
  fetchNextPage: () => undefined,
  refetch: () => undefined,
};

/** Every component of the dashboard that needs no session, and the tokens. It is served in development only. */
export const Gallery = () => (
  <main className="page" id="content">
    <h1>Components of the dashboard</h1>
    <Tokens />
    <Controls />
    <Fields />
    <Data />
    <States />
  </main>
);

function Controls() {
  const [open, setOpen] = useState<"dialog" | "confirm" | "discard" | "secret" | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>(["price"]);
  const notify = useNotice();
  const close = () => setOpen(null);
  return (
    <Card title="Buttons, menus and dialogs">
      <div className="actions">
        <Button>Main action</Button>
        <Button kind="quiet">Secondary action</Button>
        <Button kind="danger">Delete 4 products</Button>
        <Button isBusy>Busy</Button>
        <CopyButton text="TEE-RED-M" />
        <Menu label="Menu" items={[{ key: "one", label: "Open", onSelect: () => undefined, isCurrent: true }]} />
        <ChoiceMenu
          label="Columns"
          choices={[
            { value: "price", label: "Price" },
            { value: "stock", label: "Stock" },
          ]}
          chosen={chosen}
          onChosen={setChosen}
        />
      </div>
      <div className="actions">
        <Button kind="quiet" onClick={() => setOpen("dialog")}>
          Dialog
        </Button>
        <Button kind="quiet" onClick={() => setOpen("confirm")}>
          Confirmation
        </Button>
        <Button kind="quiet" onClick={() => setOpen("discard")}>
          Discard
        </Button>
        <Button kind="quiet" onClick={() => setOpen("secret")}>
          Secret
        </Button>
        <Button kind="quiet" onClick={() => notify("Product saved.", { label: "Undo", onClick: () => undefined })}>
          Notice
        </Button>
      </div>
      {open === "dialog" && (
        <Dialog title="Dialog" lead="One sentence on what it is for." onClose={close}>
          <Button onClick={close}>Done</Button>
        </Dialog>
      )}
      {open === "confirm" && (
        <ConfirmDialog
          title="Delete 4 products?"
          effect={<p>They are removed from every channel with its next file.</p>}
          actionLabel="Delete 4 products"
          route="batchDeleteProducts"
          isBusy={false}
          error={null}
          onConfirm={close}
          onClose={close}
        />
      )}
      {open === "discard" && <DiscardDialog words={texts.general.drafts.close} onDiscard={close} onStay={close} />}
      {open === "secret" && (
        <SecretOnce title="API key" lead="It is shown once." label="Key" secret="an example of a key" onClose={close} />
      )}
    </Card>
  );
}

function Fields() {
  const [text, setText] = useState("");
  const [isChecked, setIsChecked] = useState(true);
  return (
    <Card title="Fields">
      <div className="grid">
        <TextField label="Text" hint="A hint." value={text} onValue={setText} />
        <TextField label="With an error" value={text} error="Must be filled in" onValue={setText} />
        <SelectField label="Choice" value="a" choices={[{ value: "a", label: "A" }]} onValue={setText} />
        <TextArea label="Long text" rows={3} value={text} onValue={setText} />
        <FileField label="File" accept=".csv" onFile={() => undefined} />
        <CheckField label="Check" hint="A hint." isChecked={isChecked} onChecked={setIsChecked} />
      </div>
      <Collapsible title="More options">
        <p>Closed until the user opens it.</p>
      </Collapsible>
    </Card>
  );
}

const Data = () => (
  <>
    <Card title="Tables and lists">
      <Table caption="Products" columns={COLUMNS} rows={ROWS} keyOf={({ sku }) => sku} />
      <PagedTable list={LIST} caption="Pages" columns={COLUMNS} keyOf={({ sku }) => sku} empty={null} />
      <DescriptionList
        items={[
          ["Rows", "1,204"],
          ["Changed", <RelativeTime key="at" at={WINDOW.until} />],
        ]}
      />
      <CodeBlock label="Body" value={{ sku: "TEE-RED-M" }} />
    </Card>
    <Card title="Charts">
      <CountChart
        summary="Deliveries by hour"
        window={WINDOW}
        buckets={BUCKETS}
        names={{ good: "Delivered", bad: "Failed" }}
      />
      <Trend summary="Published over the last days" points={TREND} tone="good" />
      <LineChart
        summary="Latency by hour"
        window={WINDOW}
        buckets={BUCKETS}
        lines={[{ className: "first", name: "p95", valueIn: ({ good }) => good }]}
        valueText={(value) => `${value} ms`}
      />
    </Card>
  </>
);

const TREND = [3, 5, 4, 8].map((value, i) => ({ label: `Nov ${i + 1}`, value }));

const States = (): ReactNode => (
  <Card title="States">
    <div className="actions">
      <Badge tone="good">Published</Badge>
      <Badge tone="warn">Held</Badge>
      <Badge tone="bad">Invalid</Badge>
      <Badge tone="plain">Excluded</Badge>
      <StatusBadge status="paused" words={texts.states.channel} />
    </div>
    <p className="note">A note.</p>
    <p className="note good">A good result.</p>
    <p className="note warn">A warning.</p>
    <p className="note bad">An error.</p>
    <ErrorNote error={new Error("The service does not answer.")} onRetry={() => undefined} />
    <BoundNote boundTo="key_01jd0000000000000000000000" keep={null} />
    <p className="actions">
      <Icon name="menu" /> <Icon name="search" /> <Icon name="bell" />
    </p>
    <KeptSpace name="gallery" isLoading={false}>
      <Loading />
    </KeptSpace>
    <EmptyState title="No products yet" action={<Button>Add product</Button>}>
      <p>What the page is for, and the first step.</p>
    </EmptyState>
  </Card>
);
