/**
 * W1, W2: seven payloads in every text that is stored, put there past all validation, and every screen of staff, company and customer opened in a real
 * browser: no dialog, no request to anywhere but our own address. Then the address itself as payload, and as a place to be sent to.
 */
import { createServer } from "node:http";
import { type Browser, type Page, chromium } from "@playwright/test";
import { uuidv7 } from "uuidv7";
import { findBrowser } from "../../scripts/chromium.ts";
import { listDemoLogins } from "../../apps/api/demo/seed.ts";
import type { SecurityWorld } from "./world.ts";

const payloadsTo = (listener: string): string[] => [
  "<script>alert(1)</script>",
  `"><img src=x onerror=alert(2)><img src=${listener}/pixel>`,
  "<svg/onload=alert(3)>",
  `javascript:alert(4)//`,
  "{{constructor.constructor('alert(5)')()}}${alert(5)}",
  `<iframe srcdoc="<script>parent.alert(6)</script>"></iframe><link rel=stylesheet href=${listener}/style.css>`,
  `'-alert(7)-'</title><base href=${listener}/><script src=${listener}/x.js></script>`,
];

/** Columns that hold a word of ours or a thing that is compared: changed, they would break the record rather than be shown. */
const OWN_WORDS =
  /^invalid_reason$|(^|_)(id|status|state|kind|type|code|slug|role|permission|currency|method|channel|source|reference|hash|last4|brand|token|key|purpose|password|event|step|provider|area|table_name|subject|noun|digest|storage_name|media_type|url|day_count|frequency|interest|mode|outcome|verdict|position|gender|modal|bureau|bucket|payload|data|json|email|phone|destination|principal|call|job)(_\w+)?$/;

/** Writes the payloads into every text of every table, row by row another one. @returns how many columns took them */
async function plant({ pool }: SecurityWorld, payloads: string[]): Promise<number> {
  const { rows: columns } = await pool.query<{ table: string; column: string; is_link: boolean }>(`
    select c.table_name as "table", c.column_name as "column", c.column_name = 'link' as is_link
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public'
      and t.table_type = 'BASE TABLE'
      and c.data_type = 'text'
      and c.is_generated = 'NEVER'
      and c.table_name not in ('schema_migrations', 'throttles', 'configuration', 'idempotency_keys')
  `);
  let planted = 0;
  for (const { table, column, is_link } of columns.filter((row) => !OWN_WORDS.test(row.column))) {
    const values = is_link ? ["javascript:alert(8)", "//evil.example/x", "https://evil.example/"] : payloads;
    const client = await pool.connect();
    try {
      await client.query("begin; set local session_replication_role = replica");
      await client.query(
        `
          update "${table}" t
          set "${column}" = ($1::text[])[1 + abs(hashtext(t.ctid::text || $2)) % cardinality($1::text[])]
        `,
        [values, column],
      );
      await client.query("commit");
      planted += 1;
    } catch {
      // A column with rules of its own keeps what it has.
      await client.query("rollback");
    } finally {
      client.release();
    }
  }
  return planted;
}

/** Something of what the demo world lacks, so that each screen has texts to show. */
async function furnish({ pool, tokenOf, running }: SecurityWorld): Promise<void> {
  const admin = await tokenOf("super_admin");
  const { rows: people } = await pool.query<{ id: string }>("select id from users");
  const { rows: customers } = await pool.query<{ id: string }>("select user_id as id from loans group by 1 limit 5");
  for (const { id } of people)
    for (const read_at of [null, new Date()])
      await pool.query(
        `
          insert into notifications (id, user_id, kind, title, body, link, read_at)
          values ($1, $2, 'loan', 'x', 'x', '/x', $3)
        `,
        [uuidv7(), id, read_at],
      );
  for (const { id } of customers) {
    for (let turn = 0; turn < 7; turn += 1) {
      await fetch(`${running.address}/api/admin/personal/users/${id}/comments`, {
        method: "POST",
        headers: { authorization: `Bearer ${admin}`, "content-type": "application/json" },
        body: JSON.stringify({ body: `A remark ${turn}` }),
      });
    }
  }
  await fetch(`${running.address}/api/admin/roles/users/update`, {
    method: "PUT",
    headers: { authorization: `Bearer ${admin}`, "content-type": "application/json" },
    body: JSON.stringify({ user_id: people.at(-1)?.id, roles: ["super_support"], reason: "A new desk" }),
  });
}

interface Watch {
  dialogs: string[];
  foreign: string[];
}

function watch(page: Page, own: string, seen: Watch): void {
  page.on("dialog", (dialog) => {
    seen.dialogs.push(`${page.url()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (
      !url.startsWith(own) &&
      !url.startsWith("data:") &&
      !url.startsWith("blob:") &&
      url !== "about:srcdoc" &&
      url !== "about:blank"
    )
      seen.foreign.push(`${page.url()}: ${url}`);
  });
}

async function signedIn(browser: Browser, own: string, token: string, seen: Watch): Promise<Page> {
  const context = await browser.newContext({ baseURL: own, viewport: { width: 1_440, height: 900 } });
  await context.addCookies([{ name: "manilla_session", value: token, url: own, httpOnly: true, sameSite: "Strict" }]);
  const page = await context.newPage();
  watch(page, own, seen);
  return page;
}

export async function openEverything(world: SecurityWorld): Promise<void> {
  const { check, running, tokenOf } = world;
  const found = findBrowser();
  Object.assign(process.env, found.environment);
  const hits: string[] = [];
  const listener = createServer((request, response) => {
    hits.push(request.url ?? "");
    response.end();
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const address = listener.address();
  const away = `http://localhost:${typeof address === "object" && address ? address.port : 0}`;
  await furnish(world);
  const roles = { admin: "super_admin", corporate: "company_super_admin", customer: "staff" } as const;
  const tokens = {
    admin: await tokenOf(roles.admin),
    corporate: await tokenOf(roles.corporate),
    customer: await tokenOf(roles.customer),
  };
  const planted = await plant(world, payloadsTo(away));
  const browser = await chromium.launch({
    executablePath: found.path,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  const seen: Watch = { dialogs: [], foreign: [] };
  const { addressesFor, recordsOf } = await import("../../test/e2e/support/addresses.ts");
  let opened = 0;
  let shown = 0;
  try {
    const admin = await signedIn(browser, running.address, tokens.admin, seen);
    const records = await recordsOf(admin);
    for (const type of ["admin", "corporate", "customer"] as const) {
      const page = type === "admin" ? admin : await signedIn(browser, running.address, tokens[type], seen);
      for (const path of await addressesFor(page, type, records)) {
        await page.goto(path, { waitUntil: "networkidle", timeout: 15_000 }).catch(() => undefined);
        if (
          (
            await page
              .locator("body")
              .innerText()
              .catch(() => "")
          ).includes("alert(")
        )
          shown += 1;
        opened += 1;
      }
    }
    check(
      `${opened} screens with payloads in ${planted} columns: no dialog`,
      opened > 40 && planted > 40 && shown > 10 && seen.dialogs.length === 0,
      seen.dialogs.slice(0, 3).join("; ") || `${shown} of them show payloads as text`,
    );
    check(
      "no request to anywhere else",
      seen.foreign.length === 0 && hits.length === 0,
      [...seen.foreign.slice(0, 3), ...hits.slice(0, 3)].join("; "),
    );

    const asAddress = [
      "/admin/dashboard?search=",
      "/customer/loans?tab=",
      "/admin/personal/loans/requests?search=",
      "/login?redirect=",
      "/no-such-page/",
    ];
    for (const start of asAddress)
      for (const payload of payloadsTo(away))
        await admin
          .goto(`${start}${encodeURIComponent(payload)}`, { waitUntil: "load", timeout: 15_000 })
          .catch(() => undefined);
    check(
      "payloads in the address: no dialog, no request",
      seen.dialogs.length === 0 && seen.foreign.length === 0 && hits.length === 0,
      [...seen.dialogs, ...seen.foreign, ...hits].slice(0, 3).join("; "),
    );

    const sentTo: string[] = [];
    for (const target of [
      away,
      `//localhost:${new URL(away).port}/`,
      `/\\localhost:${new URL(away).port}`,
      `${away}@127.0.0.1`,
      "javascript:alert(9)",
      "data:text/html,<script>alert(9)</script>",
      `/%2F${new URL(away).host}`,
      `\t//${new URL(away).host}`,
    ]) {
      await world.forgive();
      const context = await browser.newContext({ baseURL: running.address });
      const page = await context.newPage();
      watch(page, running.address, seen);
      const login = listDemoLogins().find(({ role }) => role === "super_risk");
      await page.goto(`/login?redirect=${encodeURIComponent(target)}`);
      await page.getByLabel("E-mail or phone").fill(login?.email ?? "");
      await page.getByLabel("Password", { exact: true }).fill(login?.password ?? "");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.waitForURL((url) => !url.pathname.startsWith("/login"), { timeout: 15_000 }).catch(() => undefined);
      if (!page.url().startsWith(`${running.address}/`) || page.url().includes("/login"))
        sentTo.push(`${target} → ${page.url()}`);
      await context.close();
    }
    check(
      "signing in leads to own pages only, whatever redirect says",
      sentTo.length === 0 && hits.length === 0 && seen.dialogs.length === 0,
      sentTo.join("; "),
    );
  } finally {
    await browser.close();
    listener.close();
  }
}
