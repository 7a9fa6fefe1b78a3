import * as chains from "@manilla/contract/companies/approval-chains";
import * as calls from "@manilla/contract/companies/beneficiaries";
import { nameMatch, nameVerdict } from "@manilla/contract/nigeria/name-match";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { makeNuban } from "../../../../../sandbox/src/nuban.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { nameOf } from "./enquiry.ts";
import { checkFile } from "./files.ts";
import { requireMayPay } from "./index.ts";
import { bankCodeOf, columnsOf, coolingUntil, fileRow, refusesToPay } from "./rules.ts";

const world = await useLendingWorld();
const { api } = world;
const company = (name: string) => api.company({ name });
const [lagoon, harmattan] = [await company("Lagoon Foods"), await company("Harmattan Logistics")];
const owner = await api.person("company_super_admin", { company_id: lagoon, name: "Yetunde", last_name: "Owner" });
const finance = await api.person("company_finance_manager", { company_id: lagoon, name: "Sani", last_name: "Finance" });
const audit = await api.person("company_audit", { company_id: lagoon });
const stranger = await api.person("company_super_admin", { company_id: harmattan });
const stranger_two = await api.person("company_finance_manager", { company_id: harmattan });

let serial = 700_000_000;
const account = (bank_code = "058"): { bank_code: string; account_no: string } => {
  serial += 7;
  return { bank_code, account_no: makeNuban(bank_code, serial) };
};
/** What somebody gave as their own account. */
const ownAccount = (user_id: string, { bank_code, account_no }: ReturnType<typeof account>) =>
  sql`
  insert into profiles (user_id, bank_code, account_no_hash)
  values (${user_id}, ${bank_code}, ${api.app.encryption.hash("account_no", account_no)})
  on conflict (user_id) do update set bank_code = excluded.bank_code, account_no_hash = excluded.account_no_hash
`.execute(api.app.db);
type Data = Record<string, never> & { id: string };
const enquire = async (of: { bank_code: string; account_no: string }, name = "") =>
  (await api.call(calls.enquire, { token: finance.token, body: { ...of, name } })).body.data as {
    account_name: string;
    match_percent: number;
    verdict: string;
  };
/** Asks for one under the name that the bank gives. */
async function ask(values: object = {}, token = finance.token, of = account()) {
  const { account_name } = await enquire(of);
  return api.call(calls.create, { token, body: { name: account_name, ...of, ...values } });
}
const dataOf = ({ body }: { body: { data?: unknown } }) => body.data as { beneficiary: Data; approval_id: string };
const found = async (id: string, token = finance.token) =>
  (await api.call(calls.find, { token, params: { id } })).body.data as {
    id: string;
    name: string;
    status: string;
    version: number;
    is_changing: boolean;
    account_no: string;
    bank_name: string;
    cooling_until: string | null;
    approval_id: string | null;
    history: { title: string }[];
  };
const approval = async (id: string, token = owner.token) =>
  (await api.call(chains.find, { token, params: { id } })).body.data as { version: number; status: string };
async function decide(call: "approve" | "decline" | "sendBack", id: string, token = owner.token) {
  const { version } = await approval(id, token);
  return api.call({ approve: chains.approve, decline: chains.decline, sendBack: chains.sendBack }[call], {
    token,
    params: { id },
    body: { version, ...(call !== "approve" && { reason: "Not ours" }) },
  });
}
async function active(of = account()): Promise<string> {
  const { beneficiary, approval_id } = dataOf(await ask({}, finance.token, of));
  expect((await decide("approve", approval_id)).status).toBe(200);
  return beneficiary.id;
}
const fieldsOf = ({ body }: { body: { errors?: object | undefined } }) => Object.keys(body.errors ?? {});

describe("rules of beneficiaries", () => {
  it.each([
    ["Adaora Okonkwo", "OKONKWO ADAORA", "same"],
    ["Adaora Okonkwo", "OKONKWO ADAORA CHINELO", "same"],
    ["Lagoon Foods Limited", "LAGOON FOODS LTD", "same"],
    ["Chukwuemeka Nnamdi", "NNAMDI CHUKWUEMEKKA", "same"],
    ["Ṣadé Bánkọlé", "BANKOLE SADE", "same"],
    ["Adaora", "ADAORA OKONKWO", "near"],
    ["Adaora Okonkwo", "SUNDAY PAUL", "different"],
    ["Adaora Okonkwo", "ADAORA VENTURES", "different"],
  ])("%s beside %s is %s", (typed, given, verdict) => expect(nameVerdict(nameMatch(typed, given))).toBe(verdict));

  it("find a file's columns in any order and spelling, and banks by name or code", () => {
    expect(columnsOf(["Acct Number", "E-mail", "Bank Name", "Beneficiary Name"])).toEqual({
      account_no: "Acct Number",
      email: "E-mail",
      bank: "Bank Name",
      name: "Beneficiary Name",
    });
    expect(
      ["058", "58", "GTBank", "Guaranty Trust Bank Plc", "UBA", "first bank of nigeria", "Bank of Nowhere"].map(
        bankCodeOf,
      ),
    ).toEqual(["058", "058", "058", "058", "033", "011", undefined]);
    expect(fileRow({ name: "Ada", bank: "058", account_no: "0012345678" })).toMatchObject({
      account_no: "0012345678",
      reason: undefined,
    });
    expect(fileRow({ name: "Ada", bank: "058", account_no: "12345678" }).reason).toContain("8 digits");
    expect(fileRow({ name: "Ada", bank: "Nowhere", account_no: "0012345678" }).reason).toContain("not known");
  });

  it("pay a new account little for some hours", () => {
    const cooling = { hours: 24, limit_kobo: 10_000_000n };
    const since = new Date("2026-01-15T08:00:00Z");
    const [early, late] = [new Date("2026-01-15T20:00:00Z"), new Date("2026-01-16T08:00:00Z")];
    expect(refusesToPay(10_000_000n, 0n, since, cooling, early)).toBeNull();
    expect(refusesToPay(10_000_001n, 0n, since, cooling, early)).toMatchObject({ left_kobo: 10_000_000n });
    expect(refusesToPay(1n, 10_000_000n, since, cooling, early)).toMatchObject({ left_kobo: 0n });
    expect(refusesToPay(99_000_000n, 0n, since, cooling, late), "a day later").toBeNull();
    expect(coolingUntil(null, cooling, early)).toBeNull();
  });
});

describe("beneficiaries", () => {
  it("are asked for under the bank's name, and count when another administrator has agreed", async () => {
    const of = account();
    const answer = await ask({}, finance.token, of);
    expect(answer.status).toBe(200);
    const { beneficiary, approval_id } = dataOf(answer);
    expect(beneficiary).toMatchObject({
      status: "pending",
      account_no: `•••••••${of.account_no.slice(-4)}`,
      is_changing: true,
    });
    expect((await decide("approve", approval_id, finance.token)).body.code, "never one's own").toBe("own_request");
    await expect(
      api.app.db.transaction().execute((tx) => requireMayPay(tx, { id: beneficiary.id, company_id: lagoon }, 1n, 0n)),
    ).rejects.toMatchObject({ code: "not_active" });
    expect((await decide("approve", approval_id)).status).toBe(200);
    expect(await found(beneficiary.id)).toMatchObject({ status: "active", is_changing: false, approval_id: null });
    const pay = (amount: bigint, paid = 0n) =>
      api.app.db
        .transaction()
        .execute((tx) => requireMayPay(tx, { id: beneficiary.id, company_id: lagoon }, amount, paid));
    await expect(pay(10_000_000n)).resolves.toMatchObject({ status: "active" });
    await expect(pay(10_000_001n)).rejects.toMatchObject({ code: "account_is_new" });
    await expect(pay(1n, 10_000_000n)).rejects.toMatchObject({ code: "account_is_new" });
    expect((await ask({}, finance.token, of)).body.code, "once").toBe("known_account");
    expect((await decide("approve", approval_id)).body.code).toBe("already_decided");
  });

  it("are the company's own account where its chain agrees to that, and never a colleague's", async () => {
    const asked = dataOf(await ask({ is_own: true }));
    const seen = await api.call(chains.find, { token: owner.token, params: { id: asked.approval_id } });
    expect((seen.body.data as { facts: object[] }).facts).toContainEqual({
      label: "Whose",
      value: "The company's own: what is sent there is no spend.",
    });
    expect((await decide("approve", asked.approval_id)).status).toBe(200);
    expect(await found(asked.beneficiary.id)).toMatchObject({ is_own: true });
    const of = account();
    await ownAccount(stranger.user_id, of);
    const somebodys = dataOf(await ask({ is_own: true }, finance.token, of));
    expect(await found(somebodys.beneficiary.id), "of somebody elsewhere").toMatchObject({ is_own: true });
    const theirs = account();
    const colleague = await api.person("company_staff", { company_id: lagoon });
    await ownAccount(colleague.user_id, theirs);
    const hidden = dataOf(await ask({ is_own: true }, finance.token, theirs));
    expect(await found(hidden.beneficiary.id)).toMatchObject({ is_own: false, employee: { id: colleague.user_id } });
    expect(fieldsOf(await ask({ is_own: true, employee_id: colleague.user_id }))).toEqual(["is_own"]);
  });

  it("keep account numbers encrypted, and show four digits", async () => {
    const of = account();
    const id = await active(of);
    const { rows } = await sql<{
      text: string;
    }>`select b::text || c::text as text from beneficiaries b join beneficiary_changes c on c.beneficiary_id = b.id where b.id = ${id}`.execute(
      api.app.db,
    );
    expect(rows[0]?.text).not.toContain(of.account_no);
    const { body } = await api.call(calls.listAll, { token: audit.token, params: { id: lagoon } });
    expect(JSON.stringify(body)).not.toContain(of.account_no);
    expect(JSON.stringify(body)).toContain(of.account_no.slice(-4));
  });

  it("are refused at their fields: wrong account, unknown bank, another name that nobody confirmed", async () => {
    const of = account();
    const wrong = { ...of, account_no: of.account_no.slice(0, 9) + String((Number(of.account_no[9]) + 1) % 10) };
    const send = (body: object) =>
      api.call(calls.create, { token: finance.token, body: { name: "Ada Obi", ...of, ...body } });
    expect(fieldsOf(await send(wrong))).toEqual(["account_no"]);
    expect(fieldsOf(await send({ bank_code: "000" }))).toEqual(["bank_code"]);
    expect(fieldsOf(await send({ account_no: "123" }))).toEqual(["account_no"]);
    expect(fieldsOf(await send({ name: "Zzyzx Qwertz" }))).toEqual(["name"]);
    expect(fieldsOf(await send({ employee_id: stranger.user_id, name_confirmed: true }))).toEqual(["employee_id"]);
    expect((await send({ name: "Zzyzx Qwertz", name_confirmed: true })).status, "a person has looked").toBe(200);
    expect((await send({})).status >= 400).toBe(true);
    expect((await api.call(calls.create, { token: audit.token, body: { name: "A B", ...of } })).status).toBe(403);
  });

  it("change by the chain, old values hold until then, and another account is new again", async () => {
    const id = await active();
    const before = await found(id);
    const next = account();
    const { account_name } = await enquire(next);
    const change = async (body: object, token = finance.token) =>
      api.call(calls.update, {
        token,
        params: { id },
        body: { name: account_name, ...next, version: (await found(id)).version, ...body },
      });
    const { approval_id } = dataOf(await change({}));
    expect(await found(id)).toMatchObject({ account_no: before.account_no, is_changing: true, status: "active" });
    expect((await change({})).body.code, "one at a time").toBe("change_waits");
    expect(
      (await api.call(calls.remove, { token: finance.token, params: { id }, body: { reason: "Twice" } })).body.code,
    ).toBe("change_waits");
    await sql`update beneficiaries set account_since = now() - interval '3 days' where id = ${id}`.execute(api.app.db);
    expect((await found(id)).cooling_until).toBeNull();
    expect((await decide("approve", approval_id)).status).toBe(200);
    const after = await found(id);
    expect(after.account_no).toBe(`•••••••${next.account_no.slice(-4)}`);
    expect(after.cooling_until, "the account is new").not.toBeNull();
    expect(after.history).toHaveLength(2);
    expect((await change({ version: 1 })).status).toBe(412);
  });

  it("that are declined can be asked for again; what is deleted stays on record", async () => {
    const of = account();
    const { beneficiary, approval_id } = dataOf(await ask({}, finance.token, of));
    expect((await decide("sendBack", approval_id)).status).toBe(200);
    const refused = await found(beneficiary.id);
    expect(refused.status).toBe("refused");
    const again = await api.call(calls.update, {
      token: finance.token,
      params: { id: beneficiary.id },
      body: { name: refused.name, bank_code: of.bank_code, version: refused.version },
    });
    expect(again.status).toBe(200);
    await decide("approve", dataOf(again).approval_id);
    expect((await found(beneficiary.id)).status).toBe("active");
    const removal = dataOf(
      await api.call(calls.remove, { token: owner.token, params: { id: beneficiary.id }, body: { reason: "Left us" } }),
    );
    expect((await found(beneficiary.id)).status).toBe("active");
    expect((await decide("approve", removal.approval_id, owner.token)).body.code).toBe("own_request");
    expect((await decide("approve", removal.approval_id, finance.token)).status).toBe(200);
    expect(await found(beneficiary.id)).toMatchObject({ status: "removed" });
    expect((await ask({}, finance.token, of)).status, "the account is free again").toBe(200);
  });

  it("on the own account of somebody who decides are not theirs to agree to, nor that they are named no longer", async () => {
    const deputy = await api.person("company_super_admin", { company_id: lagoon });
    const of = account();
    await ownAccount(owner.user_id, of);
    const { beneficiary, approval_id } = dataOf(await ask({ employee_id: audit.user_id }, finance.token, of));
    expect((await decide("approve", approval_id)).status).toBe(403);
    expect((await found(beneficiary.id)).status).toBe("pending");
    expect((await decide("approve", approval_id, deputy.token)).status).toBe(200);
    await sql`update profiles set account_no_hash = null where user_id = ${owner.user_id}`.execute(api.app.db);
    const { name, version } = await found(beneficiary.id);
    const unnamed = await api.call(calls.update, {
      token: finance.token,
      params: { id: beneficiary.id },
      body: { name, bank_code: of.bank_code, version },
    });
    expect((await decide("approve", dataOf(unnamed).approval_id)).status).toBe(403);
    expect((await found(beneficiary.id)).is_changing).toBe(true);
    expect((await decide("approve", dataOf(unnamed).approval_id, deputy.token)).status).toBe(200);
  });

  it("are a company's own", async () => {
    const id = await active();
    expect((await api.call(calls.find, { token: stranger.token, params: { id } })).status).toBe(404);
    expect((await api.call(calls.listAll, { token: stranger.token, params: { id: lagoon } })).status).toBe(404);
    expect(
      (await api.call(calls.remove, { token: stranger.token, params: { id }, body: { reason: "Mine" } })).status,
    ).toBe(404);
    const { approval_id } = dataOf(await ask());
    expect((await api.call(chains.find, { token: stranger.token, params: { id: approval_id } })).status).toBe(404);
    expect(
      (await api.call(chains.approve, { token: stranger.token, params: { id: approval_id }, body: { version: 1 } }))
        .status,
    ).toBe(404);
    const { status } = await ask({}, stranger_two.token);
    expect(status, "their own chain, their own administrator").toBe(200);
  });

  it("come from a file: each row has a verdict, the same file is known, those that agree are one request", async () => {
    const [one, two, three, four] = [account(), account(), account(), account()];
    const names = await Promise.all(
      [one, two, three, four].map((of) => enquire(of).then(({ account_name }) => account_name)),
    );
    const near = names[2]!.split(" ")[0]!;
    const text = [
      "Account Number;Bank;Beneficiary;Email",
      `${one.account_no};GTBank;\u202E${names[0]}\u202C;one@vendor.example`,
      `${two.account_no};58;${names[1]};`,
      `${three.account_no};058;${near};`,
      `${four.account_no};058;Zzyzx Qwertz;`,
      `${one.account_no};058;${names[0]};`,
      "12345;058;Short One;",
      "0012345678;Bank of Nowhere;Lost Bank;",
    ].join("\n");
    const send = (content = text) => {
      const form = new FormData();
      form.set("file", new Blob([content], { type: "text/csv" }), "vendors.csv");
      return api.call(calls.upload, { token: finance.token, body: form });
    };
    const { upload } = (await send()).body.data as { upload: { id: string } };
    expect((await send()).body.data).toMatchObject({ is_known: true, upload: { id: upload.id } });
    expect(fieldsOf(await send("a,b\n1,2"))).toEqual(["file"]);
    await checkFile(api.app, upload.id);
    const shown = (await api.call(calls.uploaded, { token: finance.token, params: { id: upload.id } })).body.data as {
      status: string;
      rows: { verdict: string; reason: string | null }[];
    };
    expect(shown.rows[0], "in the order in which it reads").toMatchObject({ name: names[0] });
    expect(shown.rows.map(({ verdict }) => verdict)).toEqual([
      "ready",
      "ready",
      "near",
      "refused",
      "refused",
      "refused",
      "refused",
    ]);
    expect(shown.status).toBe("checked");
    expect(JSON.stringify(shown)).not.toContain(one.account_no);
    const add = (with_near: boolean) =>
      api.call(calls.addUploaded, { token: finance.token, params: { id: upload.id }, body: { with_near } });
    expect((await add(true)).body.data).toEqual({ added: 3, requests: 2 });
    expect((await add(true)).body.code).toBe("not_checked");
    const waiting = await sql<{
      id: string;
      title: string;
    }>`select id, title from company_approvals where subject_id = ${upload.id}`.execute(api.app.db);
    expect(waiting.rows[0]?.title).toBe("Pay 2 of vendors.csv");
    expect((await decide("approve", waiting.rows[0]!.id)).status).toBe(200);
    const { rows } = await sql<{ status: string; count: number }>`
      select b.status, count(*)::int as count from beneficiary_changes c join beneficiaries b on b.id = c.beneficiary_id
      where c.upload_id = ${upload.id} group by 1`.execute(api.app.db);
    expect(rows).toEqual([{ status: "active", count: 2 }]);
    expect((await api.call(calls.uploaded, { token: stranger.token, params: { id: upload.id } })).status).toBe(404);
  });

  it("come from a long file: who decides sees each account that can be paid afterwards, also the last one", async () => {
    const accounts = Array.from({ length: 203 }, account);
    const named = await Promise.all(
      accounts.map(async (of) => ({ ...of, name: (await nameOf(api.app, of, ""))!.account_name })),
    );
    await ownAccount(audit.user_id, accounts[0]!);
    const form = new FormData();
    const lines = named.map(({ account_no, name }) => `${account_no};058;${name}`);
    form.set("file", new Blob([["Account Number;Bank;Name", ...lines].join("\n")], { type: "text/csv" }), "all.csv");
    const { upload } = (await api.call(calls.upload, { token: finance.token, body: form })).body.data as {
      upload: { id: string };
    };
    await checkFile(api.app, upload.id);
    const { token } = finance;
    const added = await api.call(calls.addUploaded, { token, params: { id: upload.id }, body: { with_near: false } });
    expect(added.body.data, "a colleague's own account is a request by itself").toEqual({ added: 203, requests: 2 });
    const { rows } = await sql<{ id: string; shown: number }>`
      select a.id, (select count(*)::int from beneficiary_changes c where c.upload_id = ${upload.id}) as shown
      from company_approvals a where a.subject_id = ${upload.id}
    `.execute(api.app.db);
    expect(rows).toMatchObject([{ shown: 202 }]);
    const page = await api.call(chains.find, { token: owner.token, params: { id: rows[0]!.id } });
    const { facts } = page.body.data as { facts: { value: string }[] };
    expect(new Set(facts.map(({ value }) => value)).size).toBe(202);
    expect(facts.at(-1)?.value).toContain(named.at(-1)!.account_no.slice(-4));
  });
});
