import * as calls from "@manilla/contract/companies/staff-imports";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import { runStaffImport } from "./noun.ts";

const api = await useTestApi();
const company = (name: string, unique_plan = "Enterprise") => api.company({ name, unique_plan });
const [lagoon, harmattan] = [await company("Lagoon Foods"), await company("Harmattan Logistics")];
const hr = await api.person("company_hr", { company_id: lagoon });
const other = await api.person("company_hr", { company_id: harmattan });

interface Import {
  id: string;
  status: string;
  total_count: number;
  created_count: number;
  already_count: number;
  refused_count: number;
}
async function send(text: string, { token } = hr): Promise<Import & { is_repeated: boolean }> {
  const body = new FormData();
  body.set("file", new Blob([text]), "staff.csv");
  const answer = await api.call(calls.createMany, { token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { import: made, is_repeated } = answer.body.data as { import: Import; is_repeated: boolean };
  return { ...made, is_repeated };
}
async function run(id: string, { token } = hr): Promise<Import> {
  await runStaffImport(api.app, id);
  return ((await api.call(calls.find, { token, params: { id } })).body.data as { import: Import }).import;
}
const rowsOf = async (id: string) =>
  (
    (await api.call(calls.rows, { token: hr.token, params: { id }, query: { limit: 100 } })).body.datatable as {
      items: { number: number; verdict: string; reasons: string[] }[];
    }
  ).items;
let serial = 0;
const phone = (): string => `0805${String(1_000_000 + (serial += 1))}`;

describe("a file of employees", () => {
  it("has its columns in any order and under other names, keeps leading zeros, and gives each row its verdict", async () => {
    await sql`insert into departments (id, company_id, name) values (gen_random_uuid(), ${lagoon}, 'Cold store')`.execute(
      api.app.db,
    );
    const there = await api.person("company_staff", { company_id: harmattan });
    const [first, second] = [phone(), phone()];
    const file = [
      "Supervisor;Employee ID;Work e-mail;Names;GSM;Unit;Job title",
      `;0042;Ada.Obi@lagoon.example;Ada Obi;${first};cold STORE;Driver`,
      `0042;0043;bola@lagoon.example;Bola Ade;${second};;`,
      `;;ada.obi@lagoon.example;Ada Again;${phone()};;`,
      `;0043;same-number@lagoon.example;Same Number;${phone()};;`,
      `;;x@lagoon.example;Ada;123;;`,
      `;;${there.email};Taken There;${phone()};;`,
      `;;nowhere@lagoon.example;No Where;${phone()};Kitchen;`,
      `nobody;;lonely@lagoon.example;Lone Ly;${phone()};;`,
      `;;formula@lagoon.example;=cmd Calc;${phone()};;`,
    ].join("\n");
    const data = new FormData();
    data.set("file", new Blob([file]), "staff.csv");
    const tried = await api.call(calls.tryMany, { token: hr.token, body: data });
    expect(tried.body.data).toMatchObject({ trial: { total_count: 9, created_count: 3, refused_count: 6 } });
    const begun = await send(file);
    expect(await rowsOf(begun.id)).toHaveLength(9);
    expect(begun).toMatchObject({ total_count: 9, is_repeated: false });
    expect(await run(begun.id)).toMatchObject({ status: "done", created_count: 3, refused_count: 6, already_count: 0 });
    const rows = await rowsOf(begun.id);
    expect(rows.filter(({ verdict }) => verdict === "created").map(({ number }) => number)).toEqual([1, 2, 6]);
    expect(rows.map(({ reasons }) => reasons.join(" ")).slice(2)).toEqual([
      "Row 1 of this file has the same e-mail, phone or staff number.",
      "Row 2 of this file has the same e-mail, phone or staff number.",
      expect.stringMatching(/name:.*phone:/),
      // Somebody with an account elsewhere is invited like anybody.
      "",
      "department: there is no department Kitchen",
      "manager: nobody at work, or in a row above, has this staff number or e-mail",
      expect.stringMatching(/^name:/),
    ]);
    const { rows: made } = await sql`
      select e.staff_number, e.position, e.status, d.name as department, m.email as manager,
        (select count(*)::int from one_time_codes o where o.user_id = u.id and o.used_at is null) as links,
        (select count(*)::int from pgboss.job j where j.name = 'send-mail' and j.data ->> 'to' = u.email) as mails
      from users u
      join employments e on e.user_id = u.id
      left join department_members dm on dm.user_id = u.id
      left join departments d on d.id = dm.department_id
      left join users m on m.id = e.manager_id
      where u.email in ('ada.obi@lagoon.example', 'bola@lagoon.example')
      order by e.staff_number
    `.execute(api.app.db);
    expect(made).toEqual([
      {
        staff_number: "0042",
        position: "Driver",
        status: "invited",
        department: "Cold store",
        manager: null,
        links: 1,
        mails: 1,
      },
      {
        staff_number: "0043",
        position: null,
        status: "invited",
        department: null,
        manager: "ada.obi@lagoon.example",
        links: 1,
        mails: 1,
      },
    ]);
    const { text } = (await api.call(calls.refused, { token: hr.token, params: { id: begun.id } })).body;
    expect(text).toContain("'=cmd");
    expect(text.trim().split("\n")).toHaveLength(7);
  });

  it("that went in whole and comes again is known by its content; one with refused rows is worked through again", async () => {
    const line = (number: number) => `Person Number,again-${number}@lagoon.example,${phone()}`;
    const whole = ["name,email,phone", line(1), line(2)].join("\n");
    const first = await send(whole);
    await run(first.id);
    expect(await send(whole)).toMatchObject({ id: first.id, is_repeated: true });
    const broken = `${whole}\nBroken,none,1`;
    const second = await send(broken);
    expect(await run(second.id)).toMatchObject({ created_count: 0, already_count: 2, refused_count: 1 });
    const third = await send(broken);
    expect(third.id).not.toBe(second.id);
  });

  it("takes no more people than the plan has places", async () => {
    const small = await company("Small Works", "Starter");
    const owner = await api.person("company_super_admin", { company_id: small });
    const lines = Array.from({ length: 12 }, (_, at) => `Person Small,small-${at}@works.example,${phone()}`);
    const { id } = await send(["name,email,phone", ...lines].join("\n"), owner);
    expect(await run(id, owner)).toMatchObject({ created_count: 9, refused_count: 3 });
  });

  it("of 5,000 goes in once, two workers at once; more than 5,000 rows are refused", async () => {
    const lines = Array.from({ length: 5_001 }, (_, at) => `Person Many,many-${at}@works.example,${phone()}`);
    const many = await company("Many Works");
    const owner = await api.person("company_super_admin", { company_id: many });
    const body = new FormData();
    body.set("file", new Blob([["name,email,phone", ...lines].join("\n")]), "staff.csv");
    expect((await api.call(calls.createMany, { token: owner.token, body })).status).toBe(422);
    const { id } = await send(["name,email,phone", ...lines.slice(0, 4_990)].join("\n"), owner);
    await Promise.all([runStaffImport(api.app, id), runStaffImport(api.app, id)]);
    expect(await run(id, owner)).toMatchObject({ status: "done", created_count: 4_990, refused_count: 0 });
  }, 120_000);

  it("is the company's own", async () => {
    const { id } = await send(`name,email,phone\nPerson Own,own@lagoon.example,${phone()}`);
    for (const call of [calls.find, calls.rows, calls.refused])
      expect((await api.call(call, { token: other.token, params: { id } })).status).toBe(404);
    const { body } = await api.call(calls.listAll, { token: other.token });
    expect((body.datatable as { items: unknown[] }).items).toEqual([]);
    expect(
      (await api.call(calls.createMany, { token: (await api.person("company_staff", { company_id: lagoon })).token }))
        .status,
    ).toBe(403);
  });
});
