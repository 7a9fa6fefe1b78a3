/** A database with a portfolio as large as wanted, and the application over it. */
import pg from "pg";
import { uuidv7 } from "uuidv7";
import type { App } from "../../apps/api/src/house/app.ts";
import { readConfig } from "../../apps/api/src/config.ts";
import { openSession } from "../../apps/api/src/http/session.ts";
import { createApp } from "../../apps/api/src/main.ts";
import { createPerson } from "../../apps/api/src/modules/people/people/index.ts";

/** Copies kept by triggers are made in one statement at the end instead of row by row. */
async function withoutTriggers(pool: pg.Pool, tables: string[], work: () => Promise<void>): Promise<void> {
  for (const table of tables) await pool.query(`alter table ${table} disable trigger user`);
  await work();
  for (const table of tables) await pool.query(`alter table ${table} enable trigger user`);
}

/** Indexes of what is filled in one go are built once instead of row by row. */
export async function withoutIndexes(pool: pg.Pool, table: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ indexname: string; indexdef: string }>(
    `
      select indexname, indexdef
      from pg_indexes
      where schemaname = 'public' and tablename = $1 and indexname not in (select conname from pg_constraint)
      order by 1
    `,
    [table],
  );
  for (const { indexname } of rows) await pool.query(`drop index ${indexname}`);
  await work();
  for (const { indexdef } of rows) await pool.query(indexdef);
}

/** Invented people with a profile each. */
export async function fillPeople(url: string, people: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1, options: "-c synchronous_commit=off" });
  const { rows } = await pool.query<{ n: string }>("select count(*) as n from users where email like 'bench%'");
  const from = Number(rows[0]?.n ?? 0) + 1;
  const work = async (): Promise<void> => {
    await pool.query(
      `
        with made as (
          insert into users (
            id, name, last_name, email, created_at, status, profile_status, is_blacklisted, registration_source,
            profile_salary_kobo
          )
          select gen_random_uuid(),
            (array['Amara','Tunde','Ngozi','Ibrahim','Folake','Chidi','Halima','Emeka'])[1 + n % 8],
            (array['Okafor','Bello','Eze','Sule','Adeyemi','Nwosu','Yusuf','Obi'])[1 + (n / 8) % 8] || ' ' || n % 997,
            'bench' || n || '@bench.example', now() - (n % 900) * interval '1 day' - n * interval '1 millisecond',
            (
              array['processed','processed','processed','processing','incomplete-0','incomplete-1','processed','accepted']
            )[1 + n % 8],
            (
              array['activated','activated','verified','pending','pending','pending','declined','uncertain']
            )[1 + n % 8], n % 211 = 0, (array['web','phone','import','referral'])[1 + n % 4],
            (100 + (n * 7 + n / 900) % 900) * 100000
          from generate_series(${from}, ${from + people - 1}) n
          on conflict do nothing
          returning id, profile_status, profile_salary_kobo, substr(email, 6, strpos(email, '@') - 6)::int as n
        )
        insert into profiles (user_id, status, employer, salary_kobo)
        select id, profile_status, 'Employer ' || n % 5003, profile_salary_kobo
        from made
      `,
    );
  };
  await withoutTriggers(pool, ["users", "profiles"], () =>
    people > 100_000 ? withoutIndexes(pool, "users", () => withoutIndexes(pool, "profiles", work)) : work(),
  );
  await pool.query("vacuum analyze users");
  await pool.query("vacuum analyze profiles");
  await pool.end();
}

/** Invented loans; the portfolio's shape is like a real one: mostly settled and running. */
export async function fillLoans(url: string, rows: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1, options: "-c synchronous_commit=off" });
  const { rows: counted } = await pool.query<{ n: string }>(
    "select count(*) as n from (select 1 from users where email like 'bench%' limit 100000) x",
  );
  const people = Number(counted[0]?.n ?? 0);
  const [product, version] = [uuidv7(), uuidv7()];
  await pool.query("insert into loan_products (id, code, name) values ($1, $2, 'Bench loan')", [
    product,
    `bench-${product}`,
  ]);
  await pool.query(
    `
      insert into loan_product_versions (
        id, product_id, valid_from, annual_rate_percent, method, minimum_principal_kobo, maximum_principal_kobo,
        minimum_instalments, maximum_instalments
      )
      values ($1, $2, '2020-01-01', 24, 'declining', 1, 100000000000, 1, 60)
    `,
    [version, product],
  );
  const work = async (): Promise<void> => {
    for (let done = 0; done < rows; done += 250_000) {
      await pool.query(
        `
          insert into loans (
            id, reference, user_id, product_id, product_version_id, status, requested_principal_kobo,
            requested_instalments, principal_kobo, instalment_count, annual_rate_percent, terms,
            outstanding_principal_kobo, overdue_kobo, days_past_due, arrears_bucket, next_due_on, disbursed_on,
            created_at, customer_name
          )
          select gen_random_uuid(), 'LB-' || $1::text || '-' || n, u.id, $2, $3, s.status, p.amount, 12, p.amount, 12,
            24, '{}', case when s.status = 'settled' then 0 else p.amount / 2 end,
            case when s.status = 'past_due' then p.amount / 12 else 0 end,
            case when s.status = 'past_due' then 1 + n % 120 else 0 end,
            case
              when s.status = 'past_due' then (array['1-30','31-60','61-90','91+'])[1 + (n % 120) / 30]
              else 'current'
            end, case when s.status = 'settled' then null else current_date + (n % 30) end, current_date - (n % 700),
            now() - (n % 1000) * interval '1 day' - n * interval '1 millisecond', u.name
          from generate_series(1, ${Math.min(250_000, rows - done)}) n
          join lateral (
            select (
              array['settled','running','running','settled','past_due','settled','declined','rejected']
            )[1 + n % 8] as status
          ) s on true
          join lateral (select (1 + (n::bigint * 7919) % 50000) * 10000 as amount) p on true join (
            select id, name, row_number() over () as k
            from (
              select id, lower(name || ' ' || last_name) as name from users where email like 'bench%' limit ${people}
            ) x
          ) u on u.k = 1 + n % ${people}
        `,
        [`${version.slice(-6)}${done}`, product, version],
      );
    }
  };
  await withoutTriggers(pool, ["loans"], () => (rows > 100_000 ? withoutIndexes(pool, "loans", work) : work()));
  await pool.query("vacuum analyze loans");
  await pool.end();
}

/** A colleague with every right, signed in. */
export async function openColleague(app: App): Promise<{ token: string; user_id: string }> {
  const user_id = await app.db
    .transaction()
    .execute((tx) =>
      createPerson(tx, app, {
        name: "Bench",
        last_name: "Person",
        email: `${uuidv7()}@colleague.example`,
        phone: null,
        password_hash: null,
        change_password_at: new Date(),
        roles: ["super_admin"],
      }),
    );
  const { token } = await openSession(app.db, { user_id, network_address: "127.0.0.1", device: "bench" });
  return { token, user_id };
}

/** The application as it serves, and a member of staff who may see everything. */
export async function startBenchApp(options: {
  app_url: string;
  folder: string;
  business_date?: string;
  /** More of the configuration. */
  environment?: Record<string, string>;
}): Promise<{ app: App; token: string; stop(): Promise<void> }> {
  const { app, stop } = await createApp(
    readConfig({
      NODE_ENV: "test",
      DATABASE_URL: options.app_url,
      DATA_FOLDER: options.folder,
      LOG_LEVEL: "silent",
      RATE_LIMIT: "0",
      RUN: "api",
      ...options.environment,
    }),
  );
  await app.db
    .insertInto("business_calendar")
    .values({ business_date: options.business_date ?? "2026-01-15" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { token } = await openColleague(app);
  return { app, token, stop };
}
