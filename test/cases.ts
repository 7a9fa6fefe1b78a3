/** People's cases for tests: customers in a state of their profile. */
import type { TestApi } from "./api.ts";

/** @returns rows of the owner's database, and a maker of customers in a state; identified unless said otherwise */
export function casesIn(api: TestApi) {
  const query = <Row extends object>(text: string, values: unknown[] = []) =>
    api.database.pool.query<Row>(text, values).then(({ rows }) => rows);
  async function customer(status = "pending", isIdentified = true) {
    const person = await api.person("staff");
    const { user_id } = person;
    await query("update profiles set status = $2 where user_id = $1", [user_id, status]);
    if (!isIdentified) return person;
    const [row] = await query<{ data_key: Buffer }>("select data_key from users where id = $1", [user_id]);
    if (!row) throw new Error("no key");
    await query(
      `
        update profiles
        set bvn_last4 = '0001', bvn_encrypted = $2, account_no_last4 = '1111', bank_account_status = 'pending',
          account_name = 'TEST PERSON'
        where user_id = $1
      `,
      [user_id, api.app.encryption.encrypt(user_id, row.data_key, "bvn", "22200000001")],
    );
    await query("update users set bvn_verified_at = now() where id = $1", [user_id]);
    return person;
  }
  return { query, customer };
}
