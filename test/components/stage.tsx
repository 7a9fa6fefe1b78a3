/** A stage for one component: theme, router, session, and a server that answers what the test says. */
import "../../apps/web/src/app/styles.ts";
import "../../apps/web/src/shared/ui/kit-styles.ts";
import type { Endpoint } from "@manilla/contract/endpoint";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import axe from "axe-core";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, vi } from "vitest";
import { page } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { theme } from "../../apps/web/src/app/theme.ts";
import { queryClient, SESSION_KEY } from "../../apps/web/src/shared/api/query-client.ts";
import { Toasts } from "../../apps/web/src/shared/ui/toasts.tsx";

export const desktop = [1440, 900] as const;
export const phone = [390, 844] as const;

/** What the server says to a request: an answer, silence, or no network. */
export type Reply = { status: number; body: object } | "silence" | "offline";
export interface Request {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  key: string | null;
}
type Server = (request: Request) => Reply;

export const data = (value: unknown): Reply => ({ status: 200, body: { success: true, message: "", data: value } });
export const refusal = (status: number, message: string, more: object = {}): Reply => ({
  status,
  body: { success: false, message, errors: {}, code: "refused", request_id: "0192f1c2", ...more },
});
/** A page of a list. */
export const pageOf = (items: readonly object[], total = items.length, limit = 20, total_is = "exact"): Reply => ({
  status: 200,
  body: {
    success: true,
    message: "",
    datatable: {
      items,
      meta: { limit, page: 1, totalPages: Math.ceil(total / limit), total_is },
      total_count: total,
      page_count: items.length,
    },
  },
});

/** Every request that was made since the stage was set. */
export const requests: Request[] = [];

function answerWith(server: Server): void {
  vi.stubGlobal("fetch", async (address: string, options: RequestInit = {}) => {
    const url = new URL(address, location.href);
    const request = {
      method: options.method ?? "GET",
      path: url.pathname.replace("/api", ""),
      query: url.searchParams,
      body: JSON.parse((options.body as string | undefined) ?? "{}") as Record<string, unknown>,
      key: new Headers(options.headers).get("idempotency-key"),
    };
    requests.push(request);
    const reply = server(request);
    if (reply === "offline") throw new TypeError("Failed to fetch");
    if (reply === "silence")
      return new Promise<Response>((_, reject) =>
        options.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError"))),
      );
    return new Response(JSON.stringify(reply.body), { status: reply.status });
  });
}

afterEach(async () => {
  await cleanup();
  vi.unstubAllGlobals();
  queryClient.clear();
  requests.length = 0;
  localStorage.clear();
  sessionStorage.clear();
  await page.viewport(...desktop);
});

/** Shows a component to an administrator with these permissions. @param route where the component stands, and what its address is */
export async function show(
  component: ReactNode,
  options: {
    server?: Server;
    permissions?: Endpoint["can"] | readonly string[];
    route?: { path: string; address: string };
    roles?: readonly string[];
    account_types?: readonly string[];
    staff_account_type?: "personal" | "business";
  } = {},
) {
  const { server = () => "silence", permissions = [], roles = [], account_types = ["admin"] } = options;
  const { route = { path: "/sample", address: "/sample" } } = options;
  answerWith(server);
  queryClient.setQueryData(SESSION_KEY, {
    user: { id: "01a2041b-0000-7000-8000-000000000001", name: "Ada", last_name: "Obi" },
    account_types,
    staff_account_type: options.staff_account_type ?? "personal",
    permissions,
    guards: {
      password_changed: true,
      profile_updated: true,
      profile_approved: true,
      company_profile_updated: true,
      company_subscribed: true,
    },
    roles: roles.map((slug) => ({ slug, name: slug })),
    configuration: { business_date: "2026-11-22", card_fee_physical_kobo: 100_000, card_fee_vat_percent: 7.5 },
  });
  const router = createMemoryRouter(
    [{ path: route.path, element: <main id="main">{component}</main>, handle: { title: "Sample", path: route.path } }],
    { initialEntries: [route.address] },
  );
  const screen = await render(
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...screen, router };
}

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Of a whole page: a component that stands alone has none. */
const OF_PAGES = { "page-has-heading-one": { enabled: false }, region: { enabled: false } };

/** By day and by night, on a desktop and on a phone: no violation, and nothing that can be pushed sideways. */
export async function expectToLookWell(): Promise<void> {
  for (const [width, height] of [desktop, phone])
    for (const scheme of ["light", "dark"]) {
      await page.viewport(width, height);
      document.documentElement.dataset["mantineColorScheme"] = scheme;
      // A colour that is half way from day to night is no colour of ours.
      await Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
          .map(({ finished }) => finished),
      );
      const { violations } = await axe.run(document, {
        runOnly: STANDARDS,
        rules: OF_PAGES,
        resultTypes: ["violations"],
      });
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(" | ")}`,
      );
      expect(found, `${scheme}, ${width}`).toEqual([]);
      await expect
        .poll(() => document.documentElement.scrollWidth - document.documentElement.clientWidth, {
          message: `sideways at ${width}`,
        })
        .toBe(0);
    }
}
