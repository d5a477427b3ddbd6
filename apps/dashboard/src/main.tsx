import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { config } from "zod/v4/core";
import { createQueryClient } from "./api/query-client.js";
import { readTheme, showTheme } from "./layout/theme.js";
import { createDashboardRouter } from "./routes.js";
import "./styles/colors.css";
import "./styles/page.css";
import "./styles/components.css";

// The Content-Security-Policy forbids the generated code that makes zod faster. Schemas load later, with the forms.
config({ jitless: true });
showTheme(readTheme());
const container = document.getElementById("dashboard");
if (container === null) throw new Error("index.html has no element for the dashboard");
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createDashboardRouter()} />
    </QueryClientProvider>
  </StrictMode>,
);
