import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import "./global-setup.ts";

/** A database of one's own, already migrated. `pool` is the owner's; `app_url` is the role the application runs as. */
export interface TestDatabase {
  url: string;
  app_url: string;
  pool: pg.Pool;
  drop(): Promise<void>;
}

/** Clones the migrated template. Call `drop` in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const admin_url = inject("postgres_admin_url");
  const name = `test_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client({ connectionString: admin_url });
  await admin.connect();
  await createFromTemplate(admin, name);
  await admin.end();
  const address = (role: string) => {
    const url = new URL(admin_url);
    url.username = role;
    url.pathname = `/${name}`;
    return url.href;
  };
  const pool = new pg.Pool({ connectionString: address("manilla_owner"), max: 20 });
  pool.on("error", () => undefined);
  return {
    url: address("manilla_owner"),
    app_url: address("manilla_app"),
    pool,
    async drop() {
      await pool.end();
      const client = new pg.Client({ connectionString: admin_url });
      await client.connect();
      await client.query(`drop database if exists ${name} with (force)`);
      await client.end();
    },
  };
}

/** Two files that clone at the same moment disturb each other: PostgreSQL wants the template to itself. Its files are copied whole, which nothing has to survive. */
async function createFromTemplate(admin: pg.Client, name: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await admin.query(`create database ${name} template manilla owner manilla_owner strategy file_copy`);
      return;
    } catch (error) {
      if (attempt > 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 40 + Math.random() * 100));
    }
  }
}
