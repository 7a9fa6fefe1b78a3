import * as calls from "@manilla/contract/people/imports";
import { beforeAll, describe, expect, it } from "vitest";
import { makePeopleFile } from "../../../../../../test/people-file.ts";
import { useTestApi } from "../../../../../../test/world.ts";
import { runImport } from "./index.ts";
import { imports } from "./noun.ts";

const api = await useTestApi();
let staff: { token: string; user_id: string };
beforeAll(async () => {
  staff = await api.person("super_operations");
});

interface Import {
  id: string;
  status: string;
  total_count: number;
  created_count: number;
  already_count: number;
  refused_count: number;
  done_count: number;
}
const csv = (text: string, name = "people.csv"): FormData => {
  const data = new FormData();
  data.set("file", new Blob([text]), name);
  return data;
};
const start = async (body: unknown, by = staff): Promise<Import> => {
  const answer = await api.call(calls.createMany, { token: by.token, body });
  expect(answer.status, JSON.stringify(answer.body.errors)).toBe(200);
  return (answer.body.data as { import: Import }).import;
};
const run = async (id: string): Promise<Import> => {
  await runImport(api.app, id);
  return ((await api.call(calls.find, { token: staff.token, params: { id } })).body.data as { import: Import }).import;
};
const rowsOf = async (id: string) =>
  (
    (await api.call(calls.rows, { token: staff.token, params: { id }, query: { limit: 100 } })).body.datatable as {
      items: { number: number; verdict: string; reasons: string[] }[];
    }
  ).items;
const countUsers = async (): Promise<number> =>
  Number((await api.database.pool.query<{ count: string }>("select count(*) from users")).rows[0]?.count);
const HEAD = "Full name,E-mail,Phone number,Date of birth,Employment status,Employer,Salary,Salary day";
const line = (number: number): string =>
  `Ada Person${String.fromCharCode(97 + (number % 26))}x,import-${number}@mail.example,0803${String(1_000_000 + number)},1990-01-01,employed,"Lagoon Foods, Apapa","250,000.50",25`;

describe("an import", () => {
  it("gives each row its verdict with the reasons, and makes the people of the good ones", async () => {
    const text = [
      HEAD,
      line(1),
      "Bola,not-mail,123,,,,,",
      line(2),
      line(1).replace("import-1@", "import-other@"),
      `=cmd|' /C calc'!A0,formula@mail.example,08030000077,,,,,`,
      line(3).replace("250,000.50", "lots"),
    ].join("\r\n");
    const begun = await start(csv(text));
    expect(begun).toMatchObject({ status: "pending", total_count: 6, done_count: 0 });
    expect(await run(begun.id)).toMatchObject({
      status: "done",
      created_count: 2,
      refused_count: 4,
      already_count: 0,
      done_count: 6,
    });
    const rows = await rowsOf(begun.id);
    expect(rows.map(({ number, verdict }) => [number, verdict])).toEqual([
      [1, "created"],
      [2, "refused"],
      [3, "created"],
      [4, "refused"],
      [5, "refused"],
      [6, "refused"],
    ]);
    expect(rows[1]?.reasons.join(" ")).toMatch(/name:.*email:.*phone:/);
    expect(rows[3]?.reasons).toEqual(["Row 1 of this file has the same e-mail or phone."]);
    const made = await api.database.pool.query(
      `
        select u.name, u.last_name, u.phone, p.salary_kobo::text, p.employer, u.status, u.is_customer
        from users u
        join profiles p on p.user_id = u.id
        where u.email = 'import-1@mail.example'
      `,
    );
    expect(made.rows).toEqual([
      {
        name: "Ada",
        last_name: "Personbx",
        phone: "+2348031000001",
        salary_kobo: "25000050",
        employer: "Lagoon Foods, Apapa",
        status: "incomplete-0",
        is_customer: true,
      },
    ]);
    const file = await api.call(calls.refused, { token: staff.token, params: { id: begun.id } });
    expect(file.headers.get("content-type")).toContain("text/csv");
    const { text: download } = file.body;
    expect(download).toContain("'=cmd");
    expect(download.trim().split("\n")).toHaveLength(5);
  });

  it("is tried before: each row has the verdict that it would have, and nothing is written", async () => {
    const there = line(41);
    await run((await start(csv([HEAD, there].join("\n")))).id);
    const text = [HEAD, line(40), there, "Bola,not-mail,123,,,,,", line(40).replace("import-40@", "other-40@")].join(
      "\n",
    );
    const counted = () =>
      api.database.pool.query(
        "select (select count(*) from users) as users, (select count(*) from imports) as imports",
      );
    const before = (await counted()).rows;
    const answer = await api.call(calls.tryMany, { token: staff.token, body: csv(text) });
    expect((await counted()).rows).toEqual(before);
    const { trial } = answer.body.data as { trial: { rows: { number: number; verdict: string; reasons: string[] }[] } };
    expect(trial).toMatchObject({ total_count: 4, created_count: 1, already_count: 1, refused_count: 2 });
    expect(trial.rows.map(({ number, verdict }) => [number, verdict])).toEqual([
      [3, "refused"],
      [4, "refused"],
      [2, "already"],
      [1, "created"],
    ]);
    expect(trial.rows[1]?.reasons).toEqual(["Row 1 of this file has the same e-mail or phone."]);
    const done = await start(csv(text));
    expect(await run(done.id)).toMatchObject({ created_count: 1, already_count: 1, refused_count: 2 });
    expect((await api.call(calls.tryMany, { token: staff.token, body: csv("") })).status).toBe(422);
  });

  it("of the same file again imports nothing twice", async () => {
    const text = [HEAD, ...Array.from({ length: 30 }, (_, index) => line(100 + index))].join("\n");
    const first = await start(csv(text));
    expect(await run(first.id)).toMatchObject({ created_count: 30 });
    const before = await countUsers();
    const second = await start(csv(text));
    expect(await run(second.id)).toMatchObject({ created_count: 0, already_count: 30, refused_count: 0 });
    expect(await countUsers()).toBe(before);
  });

  it("goes on where it stopped: two workers at once and a run after the end change nothing", async () => {
    const text = [HEAD, ...Array.from({ length: 1_300 }, (_, index) => line(2_000 + index))].join("\n");
    const before = await countUsers();
    const { id } = await start(csv(text));
    await Promise.all([runImport(api.app, id), runImport(api.app, id)]);
    expect(await run(id)).toMatchObject({ status: "done", created_count: 1_300, done_count: 1_300, refused_count: 0 });
    expect(await countUsers()).toBe(before + 1_300);
  });

  it("of 3,000 rows with ten kinds of mistakes, cut off in the middle, ends with one verdict for each row, and sent twice at once it is one import", async () => {
    const file = makePeopleFile(3_000);
    const colleague = await api.person("super_operations");
    const before = await countUsers();
    const [first, second] = await Promise.all([start(csv(file.csv)), start(csv(file.csv), colleague)]);
    expect(first.id).toBe(second.id);
    // A worker that dies leaves its batch undone: here the third one meets a database that refuses it.
    await api.database.pool
      .query(`create function refuse_import() returns trigger language plpgsql as $$ begin if new.email = 'many-1201@mail.example' then raise exception 'killed'; end if; return new; end $$;
      create trigger refuse_import before insert on users for each row execute function refuse_import()`);
    await expect(runImport(api.app, first.id)).rejects.toThrow("killed");
    const { rows } = await api.database.pool.query<{ done: number }>(
      "select created_count + refused_count + already_count as done from imports where id = $1",
      [first.id],
    );
    expect(rows[0]?.done).toBe(1_000);
    await api.database.pool.query("drop trigger refuse_import on users");
    expect(await run(first.id)).toMatchObject({
      status: "done",
      created_count: file.good,
      refused_count: file.refused,
      already_count: 0,
    });
    expect(await countUsers()).toBe(before + file.good);
    const again = await start(csv(file.csv));
    expect(await run(again.id)).toMatchObject({
      created_count: 0,
      already_count: file.good + file.repeated,
      refused_count: file.refused - file.repeated,
    });
    const { text: download } = (await api.call(calls.refused, { token: staff.token, params: { id: first.id } })).body;
    expect(
      [
        "not-a-mail",
        "has the same e-mail or phone",
        "'=cmd",
        "salary: this ",
        "date_of_birth",
        "employment_status",
      ].filter((words) => !download.includes(words)),
    ).toEqual([]);
  });

  it("a person whose e-mail or phone is somebody else's is refused, not changed", async () => {
    const person = await api.person("staff");
    const { id } = await start({
      users: [
        { name: "Ada Obi", email: person.email, phone: "08039999999" },
        { name: "Ada Obi", email: "fresh@mail.example", phone: person.phone },
      ],
    });
    expect(await run(id)).toMatchObject({ refused_count: 2 });
    expect((await rowsOf(id)).map(({ reasons }) => reasons[0])).toEqual([
      "email: this e-mail belongs to an account already",
      "phone: this phone belongs to an account already",
    ]);
  });

  it("reads the columns that a person has matched, in the trial and in the import; refuses a heading that the file does not have", async () => {
    const text = ["Who,Mail,GSM line,Phone", "Zainab Bello,zainab@named.example,08035550001,ask reception"].join("\n");
    const columns = JSON.stringify({ name: "Who", phone: "gsm LINE" });
    const body = (named?: string) => {
      const data = csv(text);
      if (named) data.set("columns", named);
      return data;
    };
    const trial = async (named?: string) =>
      (await api.call(calls.tryMany, { token: staff.token, body: body(named) })).body;
    expect((await trial()).errors).toEqual({ file: ["this file needs a heading with name, email and phone"] });
    expect((await trial(columns)).data).toMatchObject({
      trial: { created_count: 1, rows: [{ name: "Zainab Bello", email: "zainab@named.example" }] },
    });
    expect((await trial(JSON.stringify({ name: "Whom" }))).errors).toEqual({
      columns: ["this file has no column Whom"],
    });
    for (const wrong of ["{", '["Who"]', JSON.stringify({ role: "Who" }), JSON.stringify({ name: "x".repeat(501) })])
      expect((await trial(wrong)).errors).toEqual({ columns: ["this field must name columns by ours"] });
    const { id } = await start(body(columns));
    expect(await run(id)).toMatchObject({ created_count: 1, refused_count: 0 });
    const { rows } = await api.database.pool.query("select phone from users where email = 'zainab@named.example'");
    expect(rows).toEqual([{ phone: "+2348035550001" }]);
  });

  it("refuses what is no table: no heading, no rows, broken quotes, not CSV, too many rows, nothing at all", async () => {
    const refuse = async (body: unknown) =>
      (await api.call(calls.createMany, { token: staff.token, body })).body.errors;
    for (const text of [
      "a,b\n1,2",
      HEAD,
      `${HEAD}\n"never closed`,
      "%PDF-1.7",
      `${HEAD}\n${"x,y,z,,,,,\n".repeat(50_001)}`,
    ])
      expect(Object.keys(await refuse(csv(text)))).toEqual(["file"]);
    expect(Object.keys(await refuse({}))).toEqual(["file"]);
    expect(Object.keys(await refuse({ users: [] }))).toEqual(["users"]);
    expect(Object.keys(await refuse({ users: "all" }))).toEqual(["users"]);
    expect((await api.call(calls.find, { token: staff.token, params: { id: staff.user_id } })).status).toBe(404);
  });
});

describe("a row about somebody who is erased", () => {
  it("is emptied, in whichever way the file writes their phone, and others stay", async () => {
    const { rows: made } = await api.database.pool.query<{ id: string }>(
      `insert into imports (id, kind, status, file_name, digest, total_count)
       values (gen_random_uuid(), 'users', 'done', 'old.csv', '\\x00', 5) returning id`,
    );
    const import_id = made[0]!.id;
    const data = [
      { phone: "0803 123 4567" },
      { person: "+234-803-123-4567" },
      { phone: "2348031234567" },
      { person: "Ada@Example.com" },
      { phone: "0803 123 4568", email: "" },
    ];
    for (const [at, row] of data.entries())
      await api.database.pool.query(
        "insert into import_rows (import_id, number, data, verdict, reasons) values ($1, $2, $3, 'refused', '[]')",
        [import_id, at + 1, JSON.stringify(row)],
      );
    const erasing = { user_id: staff.user_id, emails: ["ada@example.com"], phones: ["+2348031234567"] };
    await api.app.db.transaction().execute((tx) => imports.personal!.erase!(tx, erasing));
    const { rows } = await api.database.pool.query<{ data: object }>(
      "select data from import_rows where import_id = $1 order by number",
      [import_id],
    );
    expect(rows.map((row) => row.data)).toEqual([{}, {}, {}, {}, data[4]]);
  });
});
