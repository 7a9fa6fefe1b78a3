/** Who sees what: one right for each kind of paper and figure of a customer, held in details, lists, exports and files alike. */
import * as decisions from "@manilla/contract/lending/credit-decisions";
import * as underwriting from "@manilla/contract/lending/underwriting";
import * as documents from "@manilla/contract/people/documents";
import * as onboarding from "@manilla/contract/people/onboarding";
import { type Paper, paperRights } from "@manilla/contract/people/papers";
import * as profiles from "@manilla/contract/people/profiles";
import * as communications from "@manilla/contract/people/communications";
import * as people from "@manilla/contract/people/people";
import { type RoleSlug, permissionsOfRoles, roleSlugs } from "@manilla/contract/roles";
import * as views from "@manilla/contract/platform/saved-views";
import { search } from "@manilla/contract/platform/search";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { useTestApi } from "../world.ts";

const api = await useTestApi();
let customer: { user_id: string; token: string };
const files: Record<"govt_id" | "bank_statement", string> = { govt_id: "", bank_statement: "" };
const desks = roleSlugs.filter((slug) => slug.startsWith("super_"));
const sees = (role: RoleSlug, paper: Paper): boolean => permissionsOfRoles([role]).includes(paperRights[paper]);
const params = () => ({ id: customer.user_id });

beforeAll(async () => {
  customer = await api.person("staff", { name: "Ngozi", last_name: "Paperwork" });
  const image = await sharp({ create: { width: 80, height: 80, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.set("document", new Blob([Uint8Array.from(image)]), "id.jpg");
  const sent = await api.call(onboarding.uploadGovernmentId, { token: customer.token, body: form });
  files.govt_id = (sent.body.data as { documents: { id: string }[] }).documents[0]?.id ?? "";
  await api.database.pool.query(
    `
      insert into documents (id, user_id, type, title, source, url, original_name, media_type, byte_count, digest, storage_name)
      select gen_random_uuid(), user_id, 'bank_statement', title, source, url, original_name, media_type, byte_count, digest,
        'elsewhere'
      from documents
      where id = $1
    `,
    [files.govt_id],
  );
  const { rows } = await api.database.pool.query<{ id: string }>(
    "select id from documents where user_id = $1 and type = 'bank_statement'",
    [customer.user_id],
  );
  files.bank_statement = rows[0]?.id ?? "";
  await api.database.pool.query(
    "update profiles set salary_kobo = 31337000, salary_day = 25, bvn_last4 = '9876' where user_id = $1",
    [customer.user_id],
  );
  await api.database.pool.query("update users set status = 'processing' where id = $1", [customer.user_id]);
});

interface Case {
  withheld: Paper[];
  profile: { salary_kobo: number | null; salary_day: number | null; bvn: string | null };
  documents: unknown[];
}

describe("a customer's papers and figures", () => {
  it("sales and business see none of them, support only which papers there are, and each other desk what its job needs", () => {
    const table = Object.fromEntries(
      desks.map((role) => [role, (Object.keys(paperRights) as Paper[]).filter((paper) => sees(role, paper))]),
    );
    expect(table).toEqual({
      super_admin: ["identity", "bureau", "statement", "salary", "documents", "download"],
      super_risk: ["identity", "bureau", "statement", "salary", "documents", "download"],
      super_operations: ["identity", "statement", "salary", "documents", "download"],
      super_finance: ["statement"],
      super_support: ["documents"],
      super_sales_agent: ["documents"],
      super_business: [],
    });
  });

  it.each(desks)("%s: the page of the case has what the role may see, and says what it withholds", async (role) => {
    const { token } = await api.person(role);
    const { user } = (await api.call(people.find, { token, params: params() })).body.data as { user: Case };
    expect(user.withheld).toEqual((Object.keys(paperRights) as Paper[]).filter((paper) => !sees(role, paper)));
    expect(user.profile).toMatchObject({
      salary_kobo: sees(role, "salary") ? 31_337_000 : null,
      salary_day: sees(role, "salary") ? 25 : null,
      bvn: sees(role, "identity") ? expect.stringContaining("9876") : null,
    });
    expect(user.documents.length).toBe(sees(role, "documents") ? 2 : 0);
  });

  it.each(desks)("%s: each call about a kind of paper answers or refuses by its right", async (role) => {
    const { token } = await api.person(role);
    const asked = [
      ["bureau", underwriting.creditSummary],
      ["bureau", underwriting.thirdPartyData],
      ["bureau", underwriting.runs],
      ["bureau", decisions.ofPerson],
      ["statement", underwriting.statementAnalysis],
      ["statement", documents.bankStatement],
      ["documents", documents.events],
      ["documents", documents.listOf],
    ] as const;
    for (const [paper, call] of asked) {
      const { status } = await api.call(call, { token, params: params() });
      expect(status, `${role} ${call.path}`).toEqual(sees(role, paper) ? 200 : 403);
    }
    for (const [type, paper] of [
      ["govt_id", "identity"],
      ["bank_statement", "statement"],
    ] as const) {
      const { status } = await fetch(`${api.address}/api/documents/${files[type]}/file`, {
        headers: { authorization: `Bearer ${token}` },
        redirect: "manual",
      });
      expect(status, `${role} ${type}`).toEqual(sees(role, paper) && sees(role, "download") ? 302 : 403);
    }
  });

  it.each(desks)(
    "%s: lists and exports show salaries to whom may see them, and are not filtered by them otherwise",
    async (role) => {
      const { token } = await api.person(role);
      const mayExport = permissionsOfRoles([role]).includes("provider:can_export_lists");
      const find = { search: "Paperwork" };
      const page = (await api.call(people.listAll, { token, query: find })).body.datatable as {
        items: { salary_kobo: number | null }[];
      };
      expect(page.items.map(({ salary_kobo }) => salary_kobo)).toEqual([sees(role, "salary") ? 31_337_000 : null]);
      const filter = JSON.stringify({ salary_kobo: { min: 31_000_000 } });
      // The same name in another spelling, and what the order would tell.
      const spellings: Record<string, string>[] = [
        { filter },
        { filter: filter.replace("_", String.raw`\u005f`) },
        { sortColumn: "salary_kobo" },
      ];
      for (const query of spellings) {
        const asked = await api.call(people.listAll, { token, query });
        expect(asked.status === 403, `${role} ${JSON.stringify(query)}`).toEqual(!sees(role, "salary"));
      }
      const file = await api.call(people.listAll, { token, query: { ...find, exportType: "csv" } });
      expect(file.status, role).toEqual(mayExport ? 200 : 403);
      if (mayExport) expect(file.body.text.includes("313370"), role).toEqual(sees(role, "salary"));
    },
  );

  it("a withheld column is reached by no saved view, no operator and no segment", async () => {
    const [shares, sends] = [await api.person("super_risk"), await api.person("super_operations")];
    const withhold = "insert into user_permissions (user_id, permission, is_granted) values ($1, $2, false)";
    await api.database.pool.query(withhold, [sends.user_id, paperRights.salary]);
    const table = { table: "/admin/users", area: "admin" } as const;
    const address = "f.salary_kobo=31000000..&sortColumn=salary_kobo";
    await api.call(views.save, { token: shares.token, body: { ...table, name: "Rich", address, is_shared: true } });
    const kept = await api.call(views.listOf, { token: sends.token, query: table });
    expect((kept.body.data as { views: { address: string }[] }).views.map((view) => view.address)).toEqual([address]);
    // What the view's address asks, as a page, as a file, in a queue; and the same bound in a segment, which counts.
    const filter = JSON.stringify({ salary_kobo: { min: 31_000_000 } });
    const segment = { queue: "processing", filter };
    const text = { channel: "mail", category: "service", segment } as const;
    const ask = async (token: string) => [
      (await api.call(people.listAll, { token, query: { filter, sortColumn: "salary_kobo" } })).status,
      (await api.call(people.listAll, { token, query: { filter, exportType: "csv" } })).status,
      (await api.call(people.listByStatus, { token, params: { status: "processing" }, query: { filter } })).status,
      (await api.call(communications.countSegment, { token, body: text })).status,
      (
        await api.call(communications.create, {
          token,
          body: { ...text, name: "To the rich", subject: "Hello", body: "Hello" },
        })
      ).status,
    ];
    expect(await ask(sends.token)).toEqual([403, 403, 403, 403, 403]);
    expect((await ask((await api.person("super_operations")).token)).slice(0, 4)).toEqual([200, 200, 200, 200]);
    // An operator that names the column is a word like any other: nobody has such a name.
    for (const { token } of [shares, sends]) {
      const words = "salary:>310000 Paperwork";
      const page = (await api.call(people.listAll, { token, query: { search: words } })).body.datatable as {
        items: unknown[];
      };
      const { groups } = (await api.call(search, { token, query: { q: words } })).body.data as {
        groups: { items: unknown[] }[];
      };
      expect([page.items, groups.flatMap(({ items }) => items)]).toEqual([[], []]);
    }
  });

  it.each(desks)("%s: the timeline is without what the role may not see", async (role) => {
    const changer = await api.person("super_admin");
    const body = { salary_kobo: 41_000_000 + desks.indexOf(role), reason: "A new payslip" };
    expect((await api.call(profiles.updateMoney, { token: changer.token, params: params(), body })).status).toBe(200);
    const { token } = await api.person(role);
    const { body: answer } = await api.call(people.activity, { token, params: params() });
    const { entries } = answer.data as { entries: { kind: string; words: string; changes: { field: string }[] }[] };
    const fields = entries.flatMap(({ changes }) => changes.map(({ field }) => field));
    expect([fields.includes("Salary"), entries.some(({ words }) => words.startsWith("Document "))]).toEqual([
      sees(role, "salary"),
      sees(role, "documents"),
    ]);
  });

  it("that a colleague opens is on record", async () => {
    const { token, user_id } = await api.person("super_risk");
    const opened = await fetch(`${api.address}/api/documents/${files.govt_id}/file`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(opened.status).toBe(200);
    const { rows } = await api.database.pool.query(
      "select 1 from audit_records where action = 'document_viewed' and actor_id = $1",
      [user_id],
    );
    expect(rows).toHaveLength(1);
  });
});
