/**
 * The server names in the page's head what this screen will ask first, and the browser asks it at once, together with the scripts. Here
 * those answers are put where the screen looks for them, so that it is drawn once, with its rows, instead of empty and then again.
 */
import type { Endpoint } from "@manilla/contract/endpoint";
import { send } from "../shared/api/call.ts";
import { queryClient } from "../shared/api/query-client.ts";
import { keyOf } from "../shared/api/use-call.ts";

/** They count as new for so long, also where a screen always asks again: it has just been asked. */
const NEW_FOR_MS = 3_000;
/** Later than this the screen appears without them and waits for itself. */
const TIMEOUT_MS = 400;

const valueOf = (text: string): string | number => (/^\d+$/.test(text) ? Number(text) : text);

/** The values of a path's parameters in an address. */
export function paramsOf(template: string, address: string): Record<string, string> {
  const parts = address.split("/");
  return Object.fromEntries(
    template
      .split("/")
      .flatMap((part, at) => (part.startsWith("{") ? [[part.slice(1, -1), decodeURIComponent(parts[at] ?? "")]] : [])),
  );
}

async function take(queryKey: readonly unknown[], queryFn: () => Promise<unknown>): Promise<void> {
  await queryClient.prefetchQuery({ queryKey, queryFn });
  const data = queryClient.getQueryData(queryKey);
  if (data !== undefined) queryClient.setQueryData(queryKey, data, { updatedAt: Date.now() + NEW_FOR_MS });
}

/** Takes over the answers that are under way. @returns when they are there, or when it is time to appear without them */
export async function takeEarlyAnswers(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="fetch"]')];
  const asked = links
    .map(({ href, dataset }) => ({ url: new URL(href), template: dataset["call"] }))
    .filter(({ url }) => url.pathname !== "/api/session");
  const answers = asked.map(({ url: { pathname, searchParams }, template }) => {
    const address = pathname.replace(/^\/api/, "");
    // Enough of a call to make it: these are reads (scripts/build-pages.ts sees to that).
    const call = { path: template ?? address, method: "GET", effect: "none", can: "signed_in" } as unknown as Endpoint;
    const input = {
      ...(template !== undefined && { params: paramsOf(template, address) }),
      ...(searchParams.size > 0 && {
        query: Object.fromEntries([...searchParams].map(([name, text]) => [name, valueOf(text)])),
      }),
    };
    return take(keyOf(call, input), () => send(call, input));
  });
  await Promise.race([Promise.all(answers), new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))]);
}
