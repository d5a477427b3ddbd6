import { useBlocker, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { sendFile } from "../../api/send-file.js";
import { texts } from "../../texts/texts.js";

/** Uploads a file and opens its import. Leaving the page asks for confirmation and aborts the upload. */
export function useUpload(file: File) {
  const [share, setShare] = useState<number | null>(null);
  const controller = useRef<AbortController | null>(null);
  const navigate = useNavigate();
  useEffect(() => () => controller.current?.abort(), []);
  useBlocker({
    shouldBlockFn: () => controller.current !== null && !window.confirm(texts.imports.make.leave),
    enableBeforeUnload: () => controller.current !== null,
  });
  const send = async (query: NonNullable<Parameters<typeof sendFile<"createImport">>[1]["query"]>) => {
    const upload = new AbortController();
    controller.current = upload;
    setShare(0);
    try {
      const { id } = await sendFile("createImport", { query, file, onSent: setShare, signal: upload.signal });
      controller.current = null;
      void navigate({ to: "/imports/$importId", params: { importId: id } });
    } catch (error) {
      if (!upload.signal.aborted) throw error;
    } finally {
      controller.current = null;
      setShare(null);
    }
  };
  return {
    /** Upload progress from 0 to 1; null when nothing is being uploaded. */
    share,
    send,
    giveUp: () => controller.current?.abort(),
  };
}
