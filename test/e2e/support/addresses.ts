/** Every screen there is, as addresses that a given person may open: read from the application's own rows. */
import { join } from "node:path";
import type { AccountType } from "@manilla/contract/accounts";
import type { Page } from "@playwright/test";
import { ask } from "./screens.ts";

/** A row of apps/web/src/app/screens.gen.ts, as far as addresses want it. */
interface Screen {
  path: string;
  audience: "public" | "guest" | "any" | readonly AccountType[];
  can: "*" | readonly string[];
  load: () => Promise<unknown>;
}
// By a path of its own, because the rows lead to the screens' sources, which only the browser's configuration compiles.
const rows = join(import.meta.dirname, "../../../apps/web/src/app/screens.gen.ts");
const { screens } = (await import(rows)) as { screens: readonly Screen[] };

const NOBODY = "00000000-0000-7000-8000-000000000000";

/** Records that screens with a parameter are opened with; one that the world does not have yet stays unknown, and the screen has to say so well. */
export type Records = Readonly<Record<string, string>>;

type Items = { items: Record<string, unknown>[] };
const firstId = async (page: Page, address: string, key = "id"): Promise<string> => {
  const { items } = await ask<Items>(page, address);
  return String(items[0]?.[key] ?? NOBODY);
};

/** One record for each kind of screen, as the staff find them. */
export async function recordsOf(admin: Page): Promise<Records> {
  const { items: loans } = await ask<{ items: { id: string; status: string; customer: { id: string } }[] }>(
    admin,
    "/admin/personal/loans?limit=50",
  );
  const loan = loans.find(({ status }) => ["running", "past_due", "settled"].includes(status)) ?? loans[0];
  const person = loan?.customer.id ?? (await firstId(admin, "/admin/personal/users/status/approved?limit=1"));
  const products = await ask<{ products?: { id: string }[] } & Partial<Items>>(admin, "/admin/loan-products");
  return {
    staffId: person,
    documentId: await firstId(admin, "/admin/personal/documents/all?limit=1"),
    loanId: loan?.id ?? NOBODY,
    importId: await firstId(admin, "/admin/imports?limit=1"),
    token: "a-token-that-nobody-was-sent",
    source: "friends",
    referralCode: "FRIEND",
    "/{accountType}/approvals/{id}": await firstId(admin, "/admin/approvals?limit=1"),
    "/{accountType}/loans/{id}": loan?.id ?? NOBODY,
    "/{accountType}/loan-products/{id}": String(products.products?.[0]?.id ?? products.items?.[0]?.["id"] ?? NOBODY),
    "/{accountType}/loan-products/{id}/terms": String(
      products.products?.[0]?.id ?? products.items?.[0]?.["id"] ?? NOBODY,
    ),
    "/{accountType}/wallets/{id}": person,
    "/{accountType}/repayments/wallet/{id}": person,
    "/{accountType}/repayments/wallet/{id}/history": person,
    "/{accountType}/reconciliation/{id}": await firstId(admin, "/admin/reconciliation?limit=1"),
    "/{accountType}/reconciliation/statements/{id}": await firstId(admin, "/admin/reconciliation/statements?limit=1"),
    "/{accountType}/books/accounts/{id}": await firstId(admin, "/admin/books/accounts?limit=1"),
    "/{accountType}/books/transactions/{id}": NOBODY,
    "/{accountType}/books/{subject}/{id}": loan?.id ?? NOBODY,
    subject: "loan",
  };
}

const fill = (path: string, records: Records): string =>
  path.replace(/\{(\w+)\??\}/g, (whole, name: string) =>
    name === "accountType" ? whole : name === "id" ? (records[path] ?? NOBODY) : (records[name] ?? NOBODY),
  );

/** The addresses that are open to everybody, or only to guests. */
export const openAddresses = (records: Records): string[] =>
  screens
    .filter(
      ({ audience, path }) =>
        (audience === "public" || audience === "guest") &&
        !path.includes("*") &&
        !["/logout", "/a/m", "/r/c/{referralCode}"].includes(path),
    )
    .map(({ path }) => fill(path, records));

const mayOpen = (screen: Screen, permissions: readonly string[]): boolean =>
  screen.can === "*" || screen.can.some((permission) => permissions.includes(permission));

/** Rows that load the same component show the same screen with other words; the first stands for them. */
const isFirstOfItsKind = (screen: Screen, at: number, all: readonly Screen[]): boolean =>
  all.findIndex(({ load }) => String(load) === String(screen.load)) === at;

/** The addresses of one account type that the person on the page may open, one for each screen. */
export async function addressesFor(page: Page, type: AccountType, records: Records): Promise<string[]> {
  const { permissions } = await ask<{ permissions: string[] }>(page, "/session");
  return screens
    .filter(
      (screen) => Array.isArray(screen.audience) && screen.audience.includes(type) && mayOpen(screen, permissions),
    )
    .filter(isFirstOfItsKind)
    .map((screen) => fill(screen.path, records).replace("{accountType}", type));
}
