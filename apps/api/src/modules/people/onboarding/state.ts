import type { onboardingState } from "@manilla/contract/people/onboarding";
import { fullName } from "@manilla/contract/formats";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import { masked } from "../../../field-encryption.ts";
import { findCardRequest } from "./card-requests.ts";
import { documentsOf } from "../documents/index.ts";
import { shownPull } from "./statement-pulls.ts";
import { offeredSources } from "./statement-sources.ts";
import { completenessOfPerson, isSameName, loadFacts, shownProfile } from "../people/profiles/index.ts";

type State = z.output<typeof onboardingState>;

/** A verification that was begun and can still be finished. */
async function openVerification({ db, session }: Context): Promise<State["open_verification"]> {
  const row = await db
    .selectFrom("identity_verifications")
    .select(["kind", "number_last4", "status", "methods", "expires_at"])
    .where("user_id", "=", session.user_id)
    .where("status", "in", ["started", "code_sent"])
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  if (!row) return null;
  const { methods, sent_to } = {
    sent_to: null,
    ...(row.methods as { methods: { method: string; hint: string }[]; sent_to?: string }),
  };
  return {
    kind: row.kind as "bvn" | "nin",
    number: masked(row.number_last4) ?? "",
    status: row.status,
    sent_to: sent_to ?? null,
    methods,
    expires_at: row.expires_at,
  };
}

/** Everything that the stepper shows of the signed-in person. */
export async function stateOf(context: Context): Promise<State> {
  const { db, session } = context;
  const [person, documents, card_request, open_verification, statement_pull] = await Promise.all([
    loadFacts(db, session.user_id),
    documentsOf(db, session.user_id),
    findCardRequest(db, session.user_id),
    openVerification(context),
    shownPull(context),
  ]);
  const {
    id,
    name,
    last_name,
    email,
    phone,
    status,
    bvn_verified_at,
    bvn_bypassed_at,
    nin_verified_at,
    nin_bypassed_at,
    official_email,
    work_email_verified_at,
    company_id,
  } = person;
  return {
    person: {
      id,
      name,
      last_name,
      email,
      phone,
      status,
      bvn_verified_at,
      bvn_bypassed_at,
      nin_verified_at,
      nin_bypassed_at,
      official_email,
      work_email_verified_at,
      company_id,
    },
    profile: shownProfile(person.profile),
    account_in_own_name: person.profile.account_name ? isSameName(fullName(person), person.profile.account_name) : null,
    documents,
    card_request,
    open_verification,
    completeness: completenessOfPerson(person),
    statement_sources: offeredSources(context),
    statement_pull,
  };
}
