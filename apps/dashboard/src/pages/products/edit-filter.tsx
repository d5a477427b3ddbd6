import { type FormEvent, useState } from "react";
import { useApiList } from "../../api/use-api-list.js";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { SelectField, TextField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import { FILTER_CHOICES } from "./filter-choices.js";
import type { AddedFilter } from "./filter-names.js";

const { filters: words } = texts.products;
const ANY = { value: "", label: texts.general.any };

interface EditFilterProps {
  readonly name: AddedFilter;
  readonly initial: string;
  /** Called with the value; without one, the filter is removed. */
  readonly onValue: (value: string) => void;
  readonly onClose: () => void;
}

/** Adds one filter of the product list, or changes its value. */
export function EditFilter({ name, initial, onValue, onClose }: EditFilterProps) {
  const [value, setValue] = useState(initial);
  const field = { label: words[name], value, onValue: setValue };
  const choices = FILTER_CHOICES[name];
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onValue(value.trim());
  };
  return (
    <Dialog title={words.add} onClose={onClose}>
      <form data-route="listProducts" onSubmit={apply}>
        {name === "channel_id" ? (
          <ChannelField {...field} />
        ) : choices === undefined ? (
          <TextField {...field} type="search" />
        ) : (
          <SelectField {...field} choices={[ANY, ...choices]} />
        )}
        <div className="actions">
          <Button type="submit">{texts.productPages.filters.apply}</Button>
          <Button kind="quiet" onClick={onClose}>
            {texts.general.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ChannelFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function ChannelField(field: ChannelFieldProps) {
  const { entries: channels } = useApiList("listChannels", { query: { limit: 200 } });
  return <SelectField {...field} choices={[ANY, ...channels.map(({ id, name }) => ({ value: id, label: name }))]} />;
}
