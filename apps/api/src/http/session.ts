import type { Session } from "../request.ts";
import { createHash, randomBytes } from "node:crypto";
import { accountTypesOf } from "@manilla/contract/accounts";
import { isPermission } from "@manilla/contract/permissions";
import { type ChangedRoles, permissionsOfRoles } from "@manilla/contract/roles";
import { CompiledQuery } from "kysely";
import type pg from "pg";
import { uuidv7 } from "uuidv7";
import { clock } from "../clock.ts";
import type { Database, Tx } from "../db/database.ts";
import { Line } from "../house/gathering.ts";

/** One hour after login, absolute (constants.tsv K001). */
export const SESSION_MILLISECONDS = 3_600_000;
/** The browser's cookie outlives the session so that an expired one can be named as such (K003). */
export const COOKIE_SECONDS = 3 * 3_600;
export const COOKIE_NAME = "manilla_session";

const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Makes a session; the token is returned once and only its SHA-256 is kept. */
export async function openSession(
  db: Database | Tx,
  {
    viewer,
    milliseconds,
    ...input
  }: {
    user_id: string;
    network_address: string;
    device: string;
    milliseconds?: number;
    viewer?: { user_id: string; session_id: string };
  },
): Promise<{ token: string; expires_at: Date; session_id: string }> {
  const token = randomBytes(32).toString("base64url");
  const expires_at = new Date(clock.milliseconds() + (milliseconds ?? SESSION_MILLISECONDS));
  const session_id = uuidv7();
  await db
    .insertInto("sessions")
    .values({
      id: session_id,
      token_hash: hashOf(token),
      expires_at,
      ...input,
      device: input.device.slice(0, 300),
      viewer_id: viewer?.user_id ?? null,
      viewer_session_id: viewer?.session_id ?? null,
    })
    .execute();
  return { token, expires_at, session_id };
}

/** A new token for a session that goes on; the old one is worth nothing from then on. @throws when the session is over */
export async function renewToken(db: Database | Tx, session_id: string): Promise<{ token: string; expires_at: Date }> {
  const token = randomBytes(32).toString("base64url");
  const { expires_at } = await db
    .updateTable("sessions")
    .set({ token_hash: hashOf(token) })
    .where("id", "=", session_id)
    .returning("expires_at")
    .executeTakeFirstOrThrow();
  return { token, expires_at };
}

/** How exactly a session's list says when it was last used: a write for each request would be dear. */
const SEEN_EVERY_MILLISECONDS = 300_000;

interface Row {
  id: string;
  user_id: string;
  expires_at: Date;
  last_seen_at: Date;
  stepped_up_until: Date | null;
  stepped_up_by_device: boolean;
  name: string;
  last_name: string;
  email: string;
  company_id: string | null;
  staff_account_type: "personal" | "business";
  change_password_at: Date | null;
  second_factor_enabled_at: Date | null;
  roles: string[];
  /** What a person was given or refused by hand, by permission. */
  by_hand: Record<string, boolean> | null;
  profile_status: string | null;
  has_form_two: boolean;
  company_profile_completed_at: Date | null;
  unique_plan: string | null;
  company_status: string | null;
  viewer_id: string | null;
  viewer_session_id: string | null;
  changed_roles: ChangedRoles | null;
}

/** Who views as somebody else. */
interface Viewer {
  name: string;
  roles: string[];
  by_hand: Record<string, boolean> | null;
}

/** Of the row `u` of users. */
const RIGHTS = `
    array(select role from user_roles r where r.user_id = u.id order by role) as roles,
    (select jsonb_object_agg(p.permission, p.is_granted) from user_permissions p where p.user_id = u.id) as by_hand
`;

/** @param sessions what is found, and under which conditions: `from … s where …` */
const found = (sessions: string, where: string, also = ""): string => `
  select ${also} s.id, s.user_id, s.expires_at, s.last_seen_at, s.stepped_up_until, s.stepped_up_by_device, u.name, u.last_name, u.email, u.company_id,
    u.staff_account_type, u.change_password_at, u.second_factor_enabled_at,
    ${RIGHTS}, p.status as profile_status,
    (
      p.employment_status is not null
        and p.salary_kobo is not null
        and p.account_no_encrypted is not null
        and p.address is not null
    ) as has_form_two, c.profile_completed_at as company_profile_completed_at, c.unique_plan, c.status as company_status, s.viewer_id,
    s.viewer_session_id,
    (select jsonb_object_agg(c.role, c.permissions) from role_permissions c) as changed_roles
  from ${sessions} s
  join users u on u.id = s.user_id
  left join profiles p on p.user_id = u.id
  left join companies c on c.id = u.company_id
  where ${where} and not u.is_blacklisted and u.erased_at is null
    and not exists (select 1 from colleagues k where k.id = u.id and k.status <> 'active')
`;
const FIND_VIEWER = `select u.full_name as name, ${RIGHTS} from users u where u.id = $1`;
const FIND = found("sessions", "s.token_hash = $1 and s.expires_at > $2");
/** How many there are does not change its plan. */
const FIND_MANY = found(
  `(
    select s.*, asked.hash
    from jsonb_array_elements_text($1::jsonb) asked (hash)
    join sessions s on s.token_hash = decode(asked.hash, 'hex')
  )`,
  "s.expires_at > $2",
  "s.hash,",
);

/** Lookups under way at the same time: with fewer of them each is asked by itself; those of a crowd share a statement. */
const LOOKUPS = 4;
const LOOKUPS_OF_A_STATEMENT = 32;
const lookups = new WeakMap<pg.Pool, Line<string, Row | undefined>>();

const find = async (pool: pg.Pool, hash: string): Promise<Row | undefined> =>
  (await pool.query<Row>({ name: "session", text: FIND, values: [Buffer.from(hash, "hex"), clock.now()] })).rows[0];

async function findMany(pool: pg.Pool, hashes: readonly string[]): Promise<Map<string, Row>> {
  const values = [JSON.stringify([...new Set(hashes)]), clock.now()];
  const { rows } = await pool.query<Row & { hash: string }>({ name: "sessions", text: FIND_MANY, values });
  return new Map(rows.map((row) => [row.hash, row]));
}

/** @param hash of a token, in hexadecimal digits */
function lookUp(pool: pg.Pool, hash: string): Promise<Row | undefined> {
  const line =
    lookups.get(pool) ??
    new Line<string, Row | undefined>({
      lanes: LOOKUPS,
      most: LOOKUPS_OF_A_STATEMENT,
      begin(hashes) {
        if (hashes.length === 1) return hashes.map((each) => find(pool, each));
        const rows = findMany(pool, hashes);
        return hashes.map(async (each) => (await rows).get(each));
      },
    });
  lookups.set(pool, line);
  return line.add(hash);
}
/** Nobody is signed in: who somebody would be, and what they might do. */
const FIND_COLLEAGUES = found(
  `(
    select c.id, c.id as user_id, $1::timestamptz as expires_at, $1::timestamptz as last_seen_at,
      null::timestamptz as stepped_up_until, false as stepped_up_by_device, null::uuid as viewer_id, null::uuid as viewer_session_id
    from colleagues c
    where $2::uuid[] is null or c.id = any($2)
  )`,
  "true",
);

/** Whether a session that was found before goes on: for what lasts longer than a request. */
export async function isSessionOpen(pool: pg.Pool, session_id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `
      select 1
      from sessions s
      join users u on u.id = s.user_id
      where s.id = $1 and s.expires_at > $2 and not u.is_blacklisted and u.erased_at is null
        and not exists (select 1 from colleagues k where k.id = u.id and k.status <> 'active')
    `,
    [session_id, clock.now()],
  );
  return rowCount === 1;
}

/**
 * Finds the live session of a token.
 * @returns undefined when there is none, it has expired, or the person is blacklisted, suspended or erased
 */
export async function findSession(pool: pg.Pool, token: string): Promise<Session | undefined> {
  if (!/^[\w-]{20,100}$/.test(token)) return undefined;
  const row = await lookUp(pool, hashOf(token).toString("hex"));
  const session = row && sessionOf(row, await viewerOf(pool, row));
  // Somebody who may no longer view as others loses the session of the other with the next request.
  if (!session || (session.viewed_by && !session.viewed_by.permissions.has("provider:can_impersonate_users")))
    return undefined;
  if (clock.milliseconds() - row.last_seen_at.getTime() > SEEN_EVERY_MILLISECONDS)
    await pool.query("update sessions set last_seen_at = $2 where id = $1", [row.id, clock.now()]);
  return session;
}

const ACTS_FOR_COMPANY = /^company:(?!can_view_|can_update_password$)/;

/** Few sessions are of somebody who views as another: only these ask for one more. */
async function viewerOf(pool: pg.Pool, { viewer_id }: Row): Promise<Viewer | undefined> {
  if (viewer_id === null) return undefined;
  return (await pool.query<Viewer>({ name: "viewer", text: FIND_VIEWER, values: [viewer_id] })).rows[0];
}

/** What the roles of somebody allow, without what is withheld from them. */
function permissionsOf({ roles, by_hand }: Pick<Viewer, "roles" | "by_hand">, changed: ChangedRoles | null) {
  return new Set(permissionsOfRoles(roles, changed ?? {}).filter((slug) => by_hand?.[slug] !== false));
}

function sessionOf(row: Row, viewer?: Viewer): Session {
  const permissions = permissionsOf(row, row.changed_roles);
  // What is granted by hand can only ever be a company's own business (C016).
  for (const [slug, is_granted] of Object.entries(row.by_hand ?? {}))
    if (is_granted && isPermission(slug) && slug.startsWith("company:")) permissions.add(slug);
  // The people of a suspended company see what is there, and change nothing of it.
  if (row.company_status === "deactivated")
    for (const slug of permissions) if (ACTS_FOR_COMPANY.test(slug)) permissions.delete(slug);
  const account_types = accountTypesOf(row.roles);
  const isCompany = account_types.includes("corporate");
  const isCustomer = account_types.length === 1 && account_types[0] === "customer";
  return {
    id: row.id,
    user_id: row.user_id,
    name: row.name,
    last_name: row.last_name,
    email: row.email,
    company_id: row.company_id,
    staff_account_type: row.staff_account_type,
    roles: row.roles,
    permissions,
    account_types,
    expires_at: row.expires_at,
    stepped_up_until: row.stepped_up_until,
    stepped_up_by_device: row.stepped_up_by_device,
    has_second_factor: row.second_factor_enabled_at !== null,
    viewed_by:
      row.viewer_id === null || row.viewer_session_id === null
        ? null
        : {
            user_id: row.viewer_id,
            name: viewer?.name ?? "",
            session_id: row.viewer_session_id,
            // Without a viewer there is nobody who may view.
            permissions: viewer ? permissionsOf(viewer, row.changed_roles) : new Set(),
          },
    guards: {
      // Viewing as somebody skips the page that only this person could fill in.
      password_changed: row.change_password_at !== null || row.viewer_id !== null,
      profile_updated: !isCustomer || row.has_form_two,
      profile_approved: !isCustomer || (row.profile_status !== "declined" && row.profile_status !== "deactivated"),
      company_profile_updated: !isCompany || row.company_profile_completed_at !== null,
      company_subscribed: !isCompany || row.unique_plan !== null,
    },
  };
}

/**
 * Colleagues of the provider as they would be in a session of their own now, for what is made for them while they are away. Nobody is signed in by it.
 * @param ids these; all of them where none are given. Invited, suspended and erased people are not among them
 */
export async function colleaguesAsSessions(db: Database | Tx, ids: readonly string[] | null): Promise<Session[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(FIND_COLLEAGUES, [clock.now(), ids]));
  return rows.map((row) => sessionOf(row)).filter(({ account_types }) => account_types.includes("admin"));
}

/** Ends sessions at once: one, or all of a person but the one given (password change). */
export async function endSessions(
  db: Database | Tx,
  which: { session_id: string } | { user_id: string; except?: string },
): Promise<number> {
  let query = db.deleteFrom("sessions");
  if ("session_id" in which) query = query.where("id", "=", which.session_id);
  else {
    query = query.where("user_id", "=", which.user_id);
    if (which.except) query = query.where("id", "!=", which.except);
  }
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}
