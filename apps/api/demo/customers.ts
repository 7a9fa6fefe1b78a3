/** The demo's customers: the sandbox's people in every state, made through the application's own doors. */
import { consentWordings } from "@manilla/contract/people/consents";
import { termsVersion } from "@manilla/contract/people/terms";
import { uuidv7 } from "uuidv7";
import type { App } from "../src/house/app.ts";
import { clock } from "../src/clock.ts";
import { type Actor, recordAudit } from "../src/modules/platform/audit/index.ts";
import { addNote, createPerson, recordActivity } from "../src/modules/people/people/index.ts";
import { moveCase, refreshCase } from "../src/modules/people/people/profiles/index.ts";
import { changeState } from "../src/modules/platform/states/index.ts";
import { PAST_DAYS, borrowerNumbers } from "./borrowers.ts";
import { emailOf } from "./people.ts";
import { fillFormTwo, sendDocuments } from "./customer-papers.ts";
import { type SandboxPerson, fetchSandboxPeople } from "../src/outside/sandbox/people.ts";
import { changeRows, findRow, getRow } from "../src/db/row.ts";

type Stage =
  | "registered"
  | "identified"
  | "complete"
  | "doc-processor"
  | "verified"
  | "pre-approved"
  | "activated"
  | "declined"
  | "uncertain"
  | "deactivated"
  | "blacklisted"
  | "borrower";

/**
 * How far the people of the sandbox are, by their numbers. The first eight are left alone: visitors register as one of them.
 * Nkechi Obi (14) is the demo's own customer login.
 */
const numbers: Readonly<Record<Stage, readonly number[]>> = {
  registered: [16, 34],
  identified: [27, 33, 38],
  complete: [9, 10, 17, 20, 22, 23, 24, 25, 28, 32, 35, 36, 37, 39, 41, 43, 44, 45, 46, 48, 50, 51, 52, 53, 55, 56],
  "doc-processor": [29],
  verified: [13, 21, 31, 42, 54],
  "pre-approved": [19, 47],
  activated: [11, 12, 14, 15, 18],
  declined: [40, 81],
  uncertain: [26],
  deactivated: [30],
  blacklisted: [49],
  borrower: borrowerNumbers,
};
const stages = new Map(
  Object.entries(numbers).flatMap(([stage, people]) => people.map((number) => [number, stage as Stage] as const)),
);
export const DEMO_CUSTOMER = { number: 14, email: "customer@manilla.example" };

/** Decisions that lead to a stage, with the words an underwriter would leave. */
const decisions: Partial<Record<Stage, { action: string; reason: string }[]>> = {
  verified: [{ action: "verify", reason: "Identity, employer and statement agree." }],
  "pre-approved": [
    { action: "verify", reason: "Identity and statement agree." },
    { action: "pre_approve", reason: "Salary covers the instalment three times." },
  ],
  activated: [
    { action: "verify", reason: "Identity, employer and statement agree." },
    { action: "pre_approve", reason: "Regular salary, no other loans." },
    { action: "activate", reason: "Account confirmed by the bank." },
  ],
  borrower: [
    { action: "verify", reason: "Identity, employer and statement agree." },
    { action: "pre_approve", reason: "Regular salary, no other loans." },
    { action: "activate", reason: "Account confirmed by the bank." },
  ],
  declined: [
    { action: "verify", reason: "Identity agrees." },
    { action: "decline", reason: "A loan elsewhere was written off, another is in arrears." },
  ],
  uncertain: [
    { action: "mark_uncertain", reason: "Much of the salary goes to betting; ask for the last three payslips." },
  ],
  deactivated: [
    { action: "verify", reason: "Identity agrees." },
    { action: "pre_approve", reason: "Salary is regular." },
    { action: "activate", reason: "Account confirmed." },
    { action: "deactivate", reason: "Debits come back unpaid since August." },
  ],
};

const isIdentified = (stage: Stage): boolean => stage !== "registered";
const isComplete = (stage: Stage): boolean => !["registered", "identified"].includes(stage);

async function createCustomer(app: App, person: SandboxPerson, password_hash: string): Promise<string> {
  const days = 3 + ((person.number * 37) % 55) + (stages.get(person.number) === "borrower" ? PAST_DAYS : 0);
  // Not all at the same time of day.
  const minutes = (person.number * 97) % 600;
  const created_at = new Date(clock.milliseconds() - days * 86_400_000 - minutes * 60_000);
  // One in four came through the sales agent.
  const sales =
    person.number % 4 === 1 ? await findRow(app.db, "users", { email: "sales@manilla.example" }, ["id"]) : undefined;
  return app.db
    .transaction()
    .execute((tx) =>
      createPerson(tx, app, {
        name: person.first_name,
        last_name: person.last_name,
        email: person.email,
        phone: person.phone,
        password_hash,
        change_password_at: created_at,
        roles: ["staff"],
        registration_source: person.number % 3 === 0 ? "referral" : "web",
        terms_version: termsVersion,
        terms_accepted_at: created_at,
        created_at,
        created_by: sales?.id ?? null,
      }),
    );
}

/** The BVN as if it had been verified with the bank's code: consent, attempt, and the number on the profile. */
async function identify(app: App, user_id: string, person: SandboxPerson): Promise<void> {
  const { encryption } = app;
  await app.db.transaction().execute(async (tx) => {
    const { data_key } = await getRow(tx, "users", user_id, ["data_key"]);
    if (!data_key) throw new Error("this person has no key");
    const at = new Date(clock.milliseconds() - 2 * 86_400_000);
    const consent_id = uuidv7();
    const number = {
      bvn_encrypted: encryption.encrypt(user_id, data_key, "bvn", person.bvn),
      bvn_hash: encryption.hash("bvn", person.bvn),
      bvn_last4: person.bvn.slice(-4),
    };
    const record = {
      first_name: person.first_name,
      middle_name: person.middle_name,
      last_name: person.last_name,
      date_of_birth: person.date_of_birth,
      gender: person.gender,
      phone: person.phone,
      address: person.address,
      is_watch_listed: person.number === 49,
    };
    await tx
      .insertInto("consents")
      .values({ id: consent_id, user_id, kind: "bvn", wording: consentWordings.bvn, given_at: at })
      .execute();
    await tx
      .insertInto("identity_verifications")
      .values({
        id: uuidv7(),
        user_id,
        kind: "bvn",
        number_encrypted: number.bvn_encrypted,
        number_hash: number.bvn_hash,
        number_last4: number.bvn_last4,
        consent_id,
        status: "verified",
        created_at: at,
        decided_at: at,
        comparison: JSON.stringify({ name: "agrees", date_of_birth: "agrees", is_match: true }),
        record_encrypted: encryption.encrypt(user_id, data_key, "identity_record", JSON.stringify(record)),
      })
      .execute();
    await changeRows(
      tx,
      "profiles",
      { user_id },
      { ...number, verify_method: "bvn", date_of_birth: person.date_of_birth, gender: person.gender },
    );
    await tx.updateTable("users").set({ bvn_verified_at: at }).where("id", "=", user_id).execute();
    await refreshCase(tx, user_id);
  });
}

/** Two people of risk: the first looks, the second lets the person borrow. */
type Underwriters = readonly [Actor, Actor];

async function decide(app: App, user_id: string, stage: Stage, [first, second]: Underwriters): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    let from = "pending";
    for (const { action, reason } of decisions[stage] ?? []) {
      const underwriter = action === "activate" ? second : first;
      const status = await changeState(tx, { noun: "profile", id: user_id, from, action, actor: underwriter, reason });
      await recordAudit(tx, underwriter, `profile_${action}`, ["user", user_id], {
        before: { status: from },
        after: { status },
        reason,
      });
      await recordActivity(tx, {
        type:
          action === "activate"
            ? "staff_activated"
            : action === "deactivate"
              ? "staff_deactivated"
              : "staff_profile_updated",
        creator_id: underwriter.user_id,
        target_id: user_id,
      });
      await addNote(tx, user_id, underwriter, reason);
      from = status;
    }
    const looked = (decisions[stage] ?? []).map(({ action }) => action);
    await changeRows(
      tx,
      "profiles",
      { user_id },
      {
        verified_by: looked.includes("verify") ? first.user_id : null,
        pre_approved_by: looked.includes("pre_approve") ? first.user_id : null,
      },
    );
    if (from !== "pending") await moveCase(tx, user_id, "processed", first);
    if (stage === "doc-processor")
      await moveCase(tx, user_id, "doc-processor", first, "The statement has to be compared with the bank's.");
    if (stage === "activated" || stage === "pre-approved")
      await changeRows(tx, "profiles", { user_id }, { instant_approval_at: clock.now() });
    if (stage === "declined" || stage === "deactivated")
      await changeRows(tx, "profiles", { user_id }, { decline_reason: decisions[stage]?.at(-1)?.reason ?? null });
    if (stage === "blacklisted") {
      await changeRows(tx, "users", user_id, { is_blacklisted: true, blacklist_reason: "On the banks' watch list." });
      await recordAudit(tx, first, "blacklisted", ["user", user_id], {
        after: { is_blacklisted: true },
        reason: "On the banks' watch list.",
      });
    }
  });
}

/** One customer as far as their stage says. */
async function seedCustomer(
  app: App,
  person: SandboxPerson,
  stage: Stage,
  more: { sandbox_url: string; password_hash: string; underwriters: Underwriters },
): Promise<void> {
  const known =
    person.number === DEMO_CUSTOMER.number
      ? await app.db.selectFrom("users").select("id").where("email", "=", DEMO_CUSTOMER.email).executeTakeFirst()
      : undefined;
  const user_id = known?.id ?? (await createCustomer(app, person, more.password_hash));
  if (isIdentified(stage)) await identify(app, user_id, person);
  if (isComplete(stage)) {
    await fillFormTwo(app, user_id, person, stage === "activated" || stage === "borrower");
    // What they once sent was looked at long ago; a demo starts sooner without reading it again.
    if (stage !== "borrower") await sendDocuments(app, user_id, person, more.sandbox_url);
  }
  await decide(app, user_id, stage, more.underwriters);
}

/** Makes the demo's customers when the sandbox answers. @returns how many were made */
export async function seedCustomers(app: App, password_hash: string): Promise<number> {
  const { SANDBOX_URL } = app.config;
  if (!SANDBOX_URL) return 0;
  const people = await fetchSandboxPeople(SANDBOX_URL);
  const underwriter = async (index: number): Promise<Actor> => {
    const { id, full_name } = await getRow(app.db, "users", { email: emailOf("super_risk", index) }, [
      "id",
      "full_name",
    ]);
    return { user_id: id, name: full_name };
  };
  const underwriters = [await underwriter(0), await underwriter(1)] as const;
  const chosen = people.filter(({ number }) => stages.has(number));
  for (const person of chosen) {
    const stage = stages.get(person.number);
    if (stage) await seedCustomer(app, person, stage, { sandbox_url: SANDBOX_URL, password_hash, underwriters });
  }
  return chosen.length;
}
