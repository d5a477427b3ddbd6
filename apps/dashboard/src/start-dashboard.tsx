import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/query-client.js";
import { createDashboardRouter } from "./routes.js";

/** Shows the dashboard in an element of the document. */
export function startDashboard(container: HTMLElement): void {
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={createDashboardRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
