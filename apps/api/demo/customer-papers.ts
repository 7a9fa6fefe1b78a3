/** What the demo's customers fill in and send. */
import sharp from "sharp";
import type { App } from "../src/house/app.ts";
import { clock } from "../src/clock.ts";
import { checkFile } from "../src/files/documents.ts";
import { keepDocument } from "../src/modules/people/documents/index.ts";
import { refreshCase } from "../src/modules/people/people/profiles/index.ts";
import type { Actor } from "../src/modules/platform/audit/index.ts";
import { type SandboxPerson, fetchSandboxStatement } from "../src/outside/sandbox/people.ts";
import { homes } from "./borrowers.ts";
import { changeRows, getRow } from "../src/db/row.ts";

/** Fills the second form of a customer: work, salary and bank account. */
export async function fillFormTwo(
  app: App,
  user_id: string,
  person: Pick<
    SandboxPerson,
    "number" | "address" | "work_email" | "accounts" | "employer" | "salary_kobo" | "salary_day"
  >,
  isVerified: boolean,
): Promise<void> {
  const [account] = person.accounts;
  if (!account) throw new Error("the sandbox's people have accounts");
  const isEmployed = person.salary_kobo > 0;
  const home = homes[person.number % homes.length] ?? homes[0];
  await app.db.transaction().execute(async (tx) => {
    const { data_key } = await getRow(tx, "users", user_id, ["data_key"]);
    if (!data_key) throw new Error("this person has no key");
    const work = isEmployed
      ? {
          employment_status: "employed",
          employer: person.employer,
          position: "Officer",
          emp_type: "full-time",
          company_address: "Broad Street, Lagos",
          salary_kobo: person.salary_kobo,
          salary_day: person.salary_day,
        }
      : {
          employment_status: "self-employed",
          employer: "Own business",
          company_industry: "Retail and Trade",
          company_description: "Provisions at the market",
          company_start_month: 4,
          company_start_year: 2018,
          company_monthly_income_kobo: 40_000_000,
          company_monthly_profit_kobo: 14_000_000,
          education: "secondary",
          salary_kobo: 14_000_000,
          salary_day: 28,
        };
    await changeRows(
      tx,
      "profiles",
      { user_id },
      {
        ...work,
        marital_status: person.number % 2 === 0 ? "married" : "single",
        address: person.address,
        state: home[0],
        local_government: home[1],
        bank_code: account.bank_code,
        bank_name: account.bank_name,
        account_name: account.account_name,
        account_no_encrypted: app.encryption.encrypt(user_id, data_key, "account_no", account.account_number),
        account_no_hash: app.encryption.hash("account_no", account.account_number),
        account_no_last4: account.account_number.slice(-4),
        bank_account_status: isVerified ? "verified" : "pending",
      },
    );
    if (isEmployed)
      await changeRows(tx, "users", user_id, {
        official_email: person.work_email,
        work_email_verified_at: clock.now(),
      });
    await refreshCase(tx, user_id);
  });
}

/** A card that nobody takes for a real one. */
const specimen = (person: SandboxPerson): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="860" height="540"><rect width="860" height="540" rx="28" fill="#e9efe4"/><rect x="40" y="150" width="220" height="280" fill="#b9c6b0"/>
      <text x="40" y="90" font-family="sans-serif" font-size="40" fill="#2d4a2b">SPECIMEN IDENTITY CARD</text><text x="300" y="210" font-family="sans-serif" font-size="34">${person.last_name.toUpperCase()}</text>
      <text x="300" y="270" font-family="sans-serif" font-size="34">${person.first_name} ${person.middle_name}</text><text x="300" y="340" font-family="sans-serif" font-size="28">Born ${person.date_of_birth}</text></svg>`),
  )
    .jpeg()
    .toBuffer();

/** A paper of a company that nobody takes for a real one. */
export const drawPaper = (title: string): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="620" height="860"><rect width="620" height="860" fill="#faf8f2"/>
      <text x="60" y="120" font-family="sans-serif" font-size="34" fill="#5b3a1e">SPECIMEN</text><text x="60" y="180" font-family="sans-serif" font-size="30">${title}</text></svg>`),
  )
    .png()
    .toBuffer();

/** Sends an identity card and a bank statement. */
export async function sendDocuments(
  app: App,
  user_id: string,
  person: SandboxPerson,
  sandbox_url: string,
): Promise<void> {
  const actor: Actor = { user_id, name: `${person.first_name} ${person.last_name}` };
  const bytes = await specimen(person);
  const identity = await checkFile(
    { bytes, kind: "jpeg", media_type: "image/jpeg", original_name: "identity-card.jpg" },
    "document",
  );
  await keepDocument(app, { user_id, type: "govt_id", source: "upload", file: identity, actor });
  const isPdf = person.number % 4 === 1;
  const statement = await fetchSandboxStatement(sandbox_url, person.bvn, isPdf ? "pdf" : "csv");
  const file = await checkFile(
    {
      bytes: statement,
      kind: isPdf ? "pdf" : "csv",
      media_type: isPdf ? "application/pdf" : "text/csv",
      original_name: `statement.${isPdf ? "pdf" : "csv"}`,
    },
    "document",
  );
  await keepDocument(app, { user_id, type: "bank_statement", source: "upload", file, actor });
}
