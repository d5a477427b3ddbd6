import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { config } from "zod/v4/core";
import { createQueryClient } from "../api/query-client.js";
import { Notices } from "../components/notices.js";
import "../styles/colors.css";
import "../styles/page.css";
import "../styles/components.css";
import "../styles/tables.css";
import "../styles/shell.css";
import "../styles/palette.css";
import { Gallery } from "./gallery.js";

config({ jitless: true });
const container = document.getElementById("gallery");
if (container === null) throw new Error("design.html has no element for the gallery");
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <Notices>
        <Gallery />
      </Notices>
    </QueryClientProvider>
  </StrictMode>,
);
