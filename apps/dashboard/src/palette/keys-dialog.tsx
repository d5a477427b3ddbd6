import { Button } from "../components/button.js";
import { Dialog } from "../components/dialog.js";
import { texts } from "../texts/texts.js";

const words = texts.frame.palette;

/** Lists the keys that work everywhere. */
export const KeysDialog = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title={words.keysTitle} onClose={onClose}>
    <dl className="keys-list">
      {words.keys.map(([keys, effect]) => (
        <div key={keys}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{effect}</dd>
        </div>
      ))}
    </dl>
    <div className="actions">
      <Button kind="quiet" onClick={onClose}>
        {words.close}
      </Button>
    </div>
  </Dialog>
);
