import { chromium } from "@playwright/test";
const base = "http://127.0.0.1:4540", sandbox = "http://127.0.0.1:4541", out = "/var/tmp/shots-c/";
const logins = { finance: "finance@manilla.example", customer: "customer@manilla.example" };
import { readFileSync, mkdirSync } from "node:fs";
mkdirSync(out, { recursive: true });
const all = JSON.parse(readFileSync("docs/demo-logins.json", "utf8"));
const emailOf = (role) => all.find((x) => x.role === role).email;
async function login(role) {
  const r = await fetch(`${base}/api/login/token`, { method: "POST", headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" }, body: JSON.stringify({ email: emailOf(role), password: "Copper-River-27" }) });
  console.log(role, r.status);
  return r.headers.getSetCookie().map((c) => c.split(";")[0].split("=")).map(([name, value]) => ({ name, value, url: base }));
}
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const cookiesOf = {};
for (const role of ["staff", "super_finance"]) cookiesOf[role] = await login(role);
const header = (role) => cookiesOf[role].map(({ name, value }) => `${name}=${value}`).join("; ");
const own = await (await fetch(`${base}/api/personal/users/wallet/account`, { headers: { cookie: header("staff") } })).json();
console.log(JSON.stringify(own).slice(0, 300));
const account_no = own.data?.account?.account_no;
if (process.argv[2] === "send") for (const [kobo, who] of [[125_000, "Bola Ade"], [8_000_000, "Chioma Eze"], [9_950_050, "Musa Bello"]])
  console.log((await fetch(`${sandbox}/bank/transfer-in`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ account_no, amount_kobo: kobo, sender_name: who, narration: "Rent" }) })).status);
await fetch(`${sandbox}/bank/transfer-in`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ account_no: "8219999990", amount_kobo: 44_000, sender_name: "Nobody Known", whatever: true }) });
await new Promise((r) => setTimeout(r, 1500));
const list = await (await fetch(`${base}/api/admin/partner-bank/incoming?limit=10`, { headers: { cookie: header("super_finance") } })).json();
const items = list.datatable?.items ?? [];
console.log(items.map((x) => [x.status, x.owner, x.amount_kobo]));
const held = items.find((x) => x.status === "held") ?? items[0];
const pages = [["staff", "/customer/wallets/account", "account"], ["super_finance", "/admin/wema-transactions/incoming", "incoming"], ["super_finance", `/admin/wema-transactions/incoming/${held?.id}`, "transfer"], ["super_finance", "/admin/wema-transactions/outgoing", "outgoing"], ["super_finance", "/admin/wema-transactions/balance", "balance"]];
for (const [width, scheme] of [[1440, "light"], [390, "dark"]]) for (const [role, path, name] of pages) {
  const context = await browser.newContext({ viewport: { width, height: width === 390 ? 844 : 900 }, colorScheme: scheme });
  await context.addCookies(cookiesOf[role]);
  const page = await context.newPage();
  page.on("pageerror", (e) => console.log(name, String(e).slice(0, 200)));
  await page.goto(base + path, { waitUntil: "networkidle", timeout: 30000 }).catch((e) => console.log(name, e.message.slice(0, 100)));
  await page.waitForTimeout(700);
  await page.screenshot({ path: `${out}${name}-${width}.png` });
  await context.close();
}
await browser.close();
