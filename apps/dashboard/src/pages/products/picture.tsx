import { useState } from "react";
import { Icon } from "../../components/icon.js";

const SIDE_PX = 40;

/** The policy of the page allows pictures from https and from its own origin, which serves those of sample products. */
const isShown = (url: string | undefined): url is string =>
  url !== undefined && (url.startsWith("https://") || url.startsWith(`${window.location.origin}/`));

/** A product's picture, or an icon if there is none, or it cannot be loaded. The title next to it says the same. */
export function Picture({ url }: { readonly url: string | undefined }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (!isShown(url) || failed === url) {
    return (
      <span className="picture">
        <Icon name="picture" />
      </span>
    );
  }
  return (
    <img
      className="picture"
      src={url}
      alt=""
      width={SIDE_PX}
      height={SIDE_PX}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(url)}
    />
  );
}
