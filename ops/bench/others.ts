/** Other people with the same rights: one person's searches run one at a time, those of eight people side by side. */
import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Copies rows with some values changed. */
async function copy(owner: pg.Pool, table: string, where: string, changes: object, given: unknown[]): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `
      select quote_ident(column_name) as name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'
    `,
    [table],
  );
  const names = rows.map(({ name }) => name);
  await owner.query(
    `
      insert into ${table} (${names.join(", ")})
      select ${names.map((name) => `r.${name}`).join(", ")}
      from ${table} t
      cross join lateral jsonb_populate_record(null::${table}, to_jsonb(t) || $1::jsonb) r
      where ${where}
    `,
    [JSON.stringify(changes), ...given],
  );
}

/** @param token whose rights they have @returns their tokens, the first of them that one */
export async function othersLike(owner: pg.Pool, token: string, people: number): Promise<string[]> {
  const { rows } = await owner.query<{ user_id: string }>("select user_id from sessions where token_hash = $1", [
    hashOf(token),
  ]);
  const user_id = rows[0]!.user_id;
  const tokens = [token];
  while (tokens.length < people) {
    const [id, next] = [crypto.randomUUID(), randomBytes(32).toString("base64url")];
    await copy(owner, "users", "t.id = $2", { id, email: `${id}@bench.example`, phone: null }, [user_id]);
    await copy(owner, "user_roles", "t.user_id = $2", { user_id: id }, [user_id]);
    const session = { id: crypto.randomUUID(), user_id: id, token_hash: `\\x${hashOf(next).toString("hex")}` };
    await copy(owner, "sessions", "t.token_hash = $2", session, [hashOf(token)]);
    tokens.push(next);
  }
  return tokens;
}
