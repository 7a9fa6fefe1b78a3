import { QueryClient } from "@tanstack/react-query";
import { CallError } from "./errors.ts";

/** K004: resources are not fetched again within five minutes of their last update. */
export const FRESH_FOR_MS = 5 * 60_000;

/** Network errors are normal: reads are retried, refusals are not. A call is not a duplicate for being repeated (a preview is a POST). */
const mayRetry = (failures: number, error: unknown): boolean =>
  failures < 2 && error instanceof CallError && (error.isNetwork || error.status >= 502 || error.code === "in_flight");

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_FOR_MS,
      retry: mayRetry,
      retryDelay: (failures) => 800 * 2 ** failures,
      refetchOnWindowFocus: false,
      networkMode: "always",
      // What was lost with the network is fetched when it returns.
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

export const SESSION_KEY = ["session"] as const;

/** After something has changed, everything on the screen is fetched again; the rest counts as old. */
export const refreshEverything = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" });
