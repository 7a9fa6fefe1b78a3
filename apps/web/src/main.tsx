import "./app/styles.ts";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { colourSchemes } from "./app/colour-scheme.ts";
import { takeEarlyAnswers } from "./app/early-asks.ts";
import { router } from "./app/router.tsx";
import { theme } from "./app/theme.ts";
import { readTyped, typeAgain } from "./app/typed-early.ts";
import { queryClient } from "./shared/api/query-client.ts";

/** Resolves when the first screen's code is there and its guards have let it pass. */
const ready = (): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });

/** Puts the living page in the place of the one that the server sent. */
function show(root: HTMLElement): void {
  const typed = readTyped(root);
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <MantineProvider
          theme={theme}
          withCssVariables={false}
          withGlobalClasses={false}
          colorSchemeManager={colourSchemes}
          defaultColorScheme="auto"
        >
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </MantineProvider>
      </StrictMode>,
    ),
  );
  typeAgain(root, typed);
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
// Until the first screen is ready the page that the server sent stays: the sign-in page, or the frame.
void Promise.all([ready(), takeEarlyAnswers()]).then(() => show(root));

// After the page: it must not wait for what it needs only without a network.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  addEventListener("load", () => void navigator.serviceWorker.register("/service-worker.js").catch(() => undefined));
