import { listAll } from "@manilla/contract/lending/loans";
import { search } from "@manilla/contract/platform/search";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../test/world.ts";
import { createPool } from "./database.ts";
import { type Statement, isWorn, oneRoundTrip, send, transactionAtOnce } from "./pipeline.ts";
import { scopedDatabase } from "./scope.ts";

const api = await useTestApi();

const ask = (...statements: Statement[]) => oneRoundTrip(api.app.pool, statements);

describe("one round trip", () => {
  it("answers each statement in its order, again and again, with exact types", async () => {
    for (let time = 0; time < 3; time += 1) {
      const answers = await ask(
        {
          text: "select 9007199254740993::bigint as big, null::text as nothing, '2026-02-28'::date as day, 1.50::numeric as rate",
          values: [],
        },
        { text: "select n from generate_series(1, $1::int) n", values: [time], is_prepared: false },
        {
          text: "select $1::text as word, $2::text[] as words, $3::bytea as bytes, $4::boolean as yes, $5::timestamptz as at",
          values: ['"a\\', ['b"\\', "c,d", "NULL"], Buffer.from([0, 255]), true, new Date(0)],
        },
      );
      expect(answers).toEqual([
        [{ big: 9_007_199_254_740_993n, nothing: null, day: "2026-02-28", rate: "1.50" }],
        Array.from({ length: time }, (_, index) => ({ n: index + 1 })),
        [{ word: '"a\\', words: ['b"\\', "c,d", "NULL"], bytes: Buffer.from([0, 255]), yes: true, at: new Date(0) }],
      ]);
    }
  });

  it("fails as a whole and leaves the connection usable", async () => {
    await api.database.pool.query(
      "create table noted (n int primary key); grant select, insert on noted to manilla_app",
    );
    const note: Statement = { text: "insert into noted values ($1::int) returning n", values: [1] };
    await expect(ask(note, { text: "select 1 / $1::int as n", values: [0] }, note)).rejects.toMatchObject({
      code: "22012",
    });
    expect(await ask({ text: "select count(*)::int as n from noted", values: [] })).toEqual([[{ n: 0 }]]);
    expect(await ask(note, { text: "select 4 / $1::int as n", values: [2] })).toEqual([[{ n: 1 }], [{ n: 2 }]]);
    await expect(ask({ text: "select no such thing", values: [] })).rejects.toMatchObject({ code: "42601" });
    expect(
      await Promise.all(Array.from({ length: 30 }, (_, n) => ask({ text: "select $1::int as n", values: [n] }))),
    ).toEqual(Array.from({ length: 30 }, (_, n) => [[{ n }]]));
  });

  it("goes on when a table changes under what was prepared", async () => {
    await api.database.pool.query(
      "create table changing (n int); insert into changing values (7); grant select on changing to manilla_app",
    );
    const all: Statement = { text: "select * from changing", values: [] };
    for (let time = 0; time < 20; time += 1) expect(await ask(all)).toEqual([[{ n: 7 }]]);
    await api.database.pool.query("alter table changing add column m text default 'new'");
    expect(await Promise.all(Array.from({ length: 20 }, () => ask(all)))).toEqual(
      Array.from({ length: 20 }, () => [[{ n: 7, m: "new" }]]),
    );
  });

  it("takes every kind of value, prepared or planned for it", async () => {
    const values = [
      '"a\\',
      ["b'\"", "c,d", "NULL"],
      Buffer.from([0, 39, 255]),
      true,
      new Date(0),
      null,
      "it's $1",
      9_007_199_254_740_993n,
    ];
    const text =
      "select $1::text as word, $2::text[] as words, $3::bytea as bytes, $4::boolean as yes, $5::timestamptz as at, $6::text as nothing, $7::text as quoted, $8::bigint as big, $1::text as again";
    const answer = [
      {
        word: '"a\\',
        words: ["b'\"", "c,d", "NULL"],
        bytes: Buffer.from([0, 39, 255]),
        yes: true,
        at: new Date(0),
        nothing: null,
        quoted: "it's $1",
        big: 9_007_199_254_740_993n,
        again: '"a\\',
      },
    ];
    for (const is_prepared of [false, true, true]) expect(await ask({ text, values, is_prepared })).toEqual([answer]);
  });

  it("sends everything before it waits, ends a setting with its transaction, and shares a connection without mixing answers", async () => {
    const client = await api.app.pool.connect();
    try {
      const started = performance.now();
      const nap = { text: "select pg_sleep(0.2)", values: [] };
      const order: number[] = [];
      const first = send(client, nap).then(() => order.push(1));
      const second = send(client, { text: "select $1::int as n", values: [2] }).then(() => order.push(2));
      // Both are on their way: nothing was waited for.
      expect(performance.now() - started).toBeLessThan(150);
      await Promise.all([first, second]);
      expect(order).toEqual([1, 2]);
      const set: Statement = { text: "select set_config('manilla.page', 'here', true)", values: [] };
      const read: Statement = { text: "select current_setting('manilla.page', true) as page", values: [] };
      const [, answer] = await transactionAtOnce(client, [set, read]);
      expect(answer?.rows).toEqual([{ page: "here" }]);
      expect((await send(client, read)).rows).toEqual([{ page: "" }]);
      // A statement behind one that failed is not run: without its scope nothing is read.
      const failing: Statement = { text: "select set_config('role', 'no_such_role', true)", values: [] };
      await expect(transactionAtOnce(client, [failing, read])).rejects.toMatchObject({ code: "22023" });
      expect((await send(client, { text: "select current_user as name", values: [] })).rows).toEqual([
        { name: "manilla_app" },
      ]);
    } finally {
      client.release();
    }
  });

  it("never writes into a text what somebody typed", async () => {
    const { token } = await api.person("super_risk");
    for (let time = 0; time < 3; time += 1) {
      await api.call(listAll, { token, query: { search: "typed-22212345678" } });
      await api.call(listAll, { token, query: { filter: '{"product":"typed-22212345678"}' } });
      await api.call(listAll, { token, query: { filter: '{"principal_kobo":{"min":77123,"max":77124}}' } });
    }
    const texts = async (part: string) =>
      (
        await ask({
          text: `
            select count(*)::int as n
            from pg_prepared_statements
            where statement like $1 and statement not like '%pg_prepared%'
          `,
          values: [`%${part}%`],
        })
      )[0]?.[0]?.["n"];
    expect(await texts("typed-222")).toBe(0);
    expect(await texts("77123")).toBe(1);
  });

  it("keeps a limited number of statements prepared on a connection", async () => {
    for (let number = 0; number < 300; number += 1)
      expect(await ask({ text: `select ${number} as n`, values: [] })).toEqual([[{ n: number }]]);
    const [rows = []] = await ask({ text: "select count(*)::int as n from pg_prepared_statements", values: [] });
    expect(Number(rows[0]?.["n"])).toBeLessThanOrEqual(210); // two hundred, and what is named elsewhere (the session)
  });

  it("keeps places for what comes again, and closes a connection that had none for it a thousand times", async () => {
    const pool = createPool(api.database.app_url, 1);
    const client = await pool.connect();
    try {
      const ask = (number: number) =>
        send(client, { text: `select ${number} as n, 'again' as word`, values: [], is_prepared: true });
      const kept = async (): Promise<number> => {
        const text = "select count(*)::int as n from pg_prepared_statements where statement like '%as n, ''again''%'";
        return Number((await send(client, { text, values: [], is_prepared: false })).rows[0]!["n"]);
      };
      for (let number = 0; number < 150; number += 1) await ask(number);
      expect(await kept()).toBe(100);
      await ask(149);
      expect(await kept()).toBe(101);
      for (let number = 0; number < 150; number += 1) await ask(number + 1_000);
      for (let time = 0; time < 2; time += 1) for (let number = 0; number < 150; number += 1) await ask(number + 1_000);
      expect(await kept()).toBe(200);
      expect(isWorn(client)).toBe(false);
      for (let time = 0; time < 1_000; time += 1) await ask(1_149);
      expect(isWorn(client)).toBe(true);
      expect((await ask(1_149)).rows).toEqual([{ n: 1_149, word: "again" }]);
      client.release();
      // Lent once more, it is closed when it comes back.
      await oneRoundTrip(pool, [{ text: "select 1", values: [] }]);
      expect([pool.totalCount, pool.idleCount]).toEqual([0, 0]);
    } finally {
      await pool.end();
    }
  });
});

describe("a list whose session has called before", () => {
  const call = async (token: string) => (await api.call(listAll, { token, query: {} })).status;

  it("is answered, refused at the next call without the role, and opened again with it", async () => {
    const { token, user_id } = await api.person("super_risk");
    expect([await call(token), await call(token)]).toEqual([200, 200]);
    await api.database.pool.query("delete from user_roles where user_id = $1", [user_id]);
    expect(await call(token)).toBe(403);
    await api.database.pool.query("insert into user_roles (user_id, role) values ($1, 'super_risk')", [user_id]);
    expect([await call(token), await call(token)]).toEqual([200, 200]);
    await api.database.pool.query(
      "insert into user_permissions (user_id, permission, is_granted) values ($1, 'provider:can_view_loans', false)",
      [user_id],
    );
    expect(await call(token)).toBe(403);
  });

  it("is refused at the next call when the session has ended, the person is blacklisted or erased", async () => {
    for (const end of [
      "delete from sessions where user_id = $1",
      "update sessions set expires_at = now() - interval '1 second' where user_id = $1",
      "update users set is_blacklisted = true where id = $1",
      "update users set erased_at = now() where id = $1",
    ]) {
      const { token, user_id } = await api.person("super_risk");
      expect([await call(token), await call(token)]).toEqual([200, 200]);
      await api.database.pool.query(end, [user_id]);
      expect(await call(token)).toBe(401);
    }
  });

  it("finds people and references, few and many, and counts them right", async () => {
    const world = await api.person("super_risk");
    const { rows } = await api.database.pool.query<{ id: string }>(
      `
        with p as (
          insert into loan_products (id, code, name) values (gen_random_uuid(), 'search', 'Search loan') returning id
        ),
          v as (
            insert into loan_product_versions (
              id, product_id, valid_from, annual_rate_percent, method, minimum_principal_kobo, maximum_principal_kobo,
              minimum_instalments, maximum_instalments
            )
            select gen_random_uuid(), id, '2020-01-01', 24, 'declining', 1, 1000000, 1, 60
            from p
            returning id, product_id
          ),
          u as (
            insert into users (id, name, last_name, email)
            select gen_random_uuid(), case when n <= 3 then 'Zainab' else 'Many' end, 'Person' || n,
              'search' || n || '@test.example'
            from generate_series(1, 700) n
            returning id, last_name
          )
        insert into loans (
          id, reference, user_id, product_id, product_version_id, status, requested_principal_kobo,
          requested_instalments, principal_kobo, instalment_count, annual_rate_percent, terms
        )
        select gen_random_uuid(), 'SEARCH-' || u.last_name, u.id, v.product_id, v.id, 'settled', 1, 1, 1, 1, 24, '{}'
        from u
        cross join v
        returning id
      `,
    );
    const count = async (query: Record<string, string>) =>
      ((await api.call(listAll, { token: world.token, query })).body.datatable as { total_count: number } | undefined)
        ?.total_count;
    expect(rows).toHaveLength(700);
    expect(await count({ search: "zainab" })).toBe(3);
    expect(await count({ search: "zainab person2" })).toBe(1);
    expect(await count({ search: "many" })).toBe(697);
    expect(await count({ search: "SEARCH-PERSON7" })).toBe(12);
    expect(await count({ search: "m" })).toBe(697);
    expect(await count({ search: "nobody-at-all" })).toBe(0);
    expect(await count({ search: "search-" })).toBe(700);
    expect(await count({ filter: '{"product":"search l"}' })).toBe(700);
    expect(await count({ filter: '{"product":"other"}' })).toBe(0);
    // Among many the global search meets the newest, among few it finds them all.
    const { rows: newest } = await api.database.pool.query<{ id: string }>(
      "select id from loans where reference like 'SEARCH-%' order by created_at desc, id desc limit 8",
    );
    const found = async (q: string) =>
      (
        (await api.call(search, { token: world.token, query: { q } })).body.data as {
          groups: { noun: string; items: { id: string }[] }[];
        }
      ).groups
        .find(({ noun }) => noun === "Loans")
        ?.items.map(({ id }) => id);
    expect(await found("search-")).toEqual(newest.map(({ id }) => id));
    expect([(await found("earch-person70"))?.length, await found("search-nobody")]).toEqual([2, undefined]);
    // A person who renames themselves sees only some of the loans; the search copy is updated nevertheless.
    const { rows: people } = await api.database.pool.query<{ id: string }>(
      "select id from users where name = 'Zainab' order by last_name",
    );
    const [first, second] = people.map(({ id }) => id);
    const own = scopedDatabase(api.app.pool, {
      user_id: first ?? "",
      company_id: null,
      managed_company_id: null,
      viewer_id: null,
    });
    await own
      .updateTable("users")
      .set({ name: "Renamed" })
      .where("id", "=", first ?? "")
      .execute();
    await api.app.db
      .updateTable("users")
      .set({ last_name: "Erased" })
      .where("id", "=", second ?? "")
      .execute();
    expect([
      await count({ search: "zainab" }),
      await count({ search: "renamed person" }),
      await count({ search: "zainab erased" }),
    ]).toEqual([2, 1, 1]);
    const { rows: wrong } = await api.database.pool.query(
      `
        select l.id
        from loans l
        join users u on u.id = l.user_id
        where l.customer_name <> lower(u.name || ' ' || u.last_name)
      `,
    );
    expect(wrong).toEqual([]);
  });
});
