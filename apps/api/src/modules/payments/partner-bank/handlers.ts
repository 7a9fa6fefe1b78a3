import * as calls from "@manilla/contract/payments/partner-bank";
import type { Tx } from "../../../db/database.ts";
import { getRow } from "../../../db/row.ts";
import { DomainError, InvalidFields } from "../../../errors.ts";
import type { Context, FileBytes, Handlers } from "../../../house/app.ts";
import { isBankSignature, readLookUp, readNotification } from "../../../outside/partner-bank/notification.ts";
import { actionsOn } from "../../platform/states/index.ts";
import { companyAccount, hashOf, ownAccount, payeeOf } from "./accounts.ts";
import { balanceShown } from "./balance.ts";
import { type Credit, lockCredit } from "./placing.ts";
import { heldFor, incomingFor, oneIncoming, outgoing } from "./queries.ts";
import { take } from "./receiving.ts";
import { releaseNow } from "./releasing.ts";
import { type CreditFacts, creditRules } from "./rules.ts";
import { askToSendBack } from "./sending-back.ts";

/** An answer as the bank reads it. */
const asBankReads = (answer: Record<string, string>): FileBytes => ({
  name: "answer.json",
  media_type: "application/json",
  body: Buffer.from(JSON.stringify(answer)),
  inline: true,
});

/** Proved by its signature before anything of it is read. @throws DomainError 401 */
function requireSigned({ config, raw_body, headers }: Context): void {
  const secret = config.WEMA_WEBHOOK_SECRET;
  if (!secret || !raw_body || !isBankSignature(secret, raw_body, headers["x-wema-signature"]))
    throw new DomainError(401, "bad_signature", "This is not signed as it should be.");
}

/** The session id of what cannot be read; null where that cannot be read either. */
function sessionIn(body: unknown): string | null {
  const { sessionid } = (body ?? {}) as { sessionid?: unknown };
  return typeof sessionid === "string" && /^\d{1,40}$/.test(sessionid) ? sessionid : null;
}

type Locked = Omit<CreditFacts, "user_id"> & { id: string; user_id?: string; version: number; credit: Credit };
/** The money with what the rules ask of it. */
async function lock(tx: Tx, { session }: Context, id: string): Promise<Locked | undefined> {
  const credit = await lockCredit(tx, id);
  if (!credit) return undefined;
  const { status, version, company_id, approval_id, user_id } = credit;
  const has_account = credit.sender_account_encrypted !== null && credit.sender_bank_code !== "";
  const whose = { company_id, ...(user_id && { user_id }), callers_company: session.company_id };
  return { id, status, version, approval_id, has_account, ...whose, credit };
}

const act = actionsOn<typeof calls, Locked>({
  calls,
  rules: creditRules,
  noun: "inboundCredit",
  name: "money",
  audits: ({ id, user_id }) => ({ subject_type: "inbound credit", subject_id: id, ...(user_id && { about: user_id }) }),
  lock,
  answer: async (tx, _, id) => ({ credit: await getRow(tx, "inbound_credits", id, ["id", "status"]) }),
});

export const handlers: Handlers<typeof calls> = {
  async notify(context, { body }) {
    requireSigned(context);
    const sent = readNotification(body);
    if (!sent) {
      // The bank signed it: its money is in our account, and the statement brings it as a line that nobody knows.
      context.log.error({ session_id: sessionIn(body) }, "a notification of the partner bank cannot be read");
      throw new InvalidFields({ amount: ["this is no transfer that we can read"] });
    }
    const taken = await take(context, sent);
    const says = { taken: "success", again: "received before", differs: "received before with other details" }[taken];
    return asBankReads({ transactionreference: sent.session_id, status: "00", status_desc: says });
  },
  async lookUp(context, { body }) {
    requireSigned(context);
    const account_no = readLookUp(body);
    const payee = account_no && (await payeeOf(context.db, hashOf(context, account_no)));
    return asBankReads(
      payee
        ? { accountname: payee.name.toUpperCase(), status: "00", status_desc: "account found" }
        : { accountname: "", status: "07", status_desc: "no such account" },
    );
  },
  incomingList: incomingFor,
  incomingOne: async (context, { params: { id } }) => ({ credit: await oneIncoming(context, id) }),
  outgoingList: outgoing,
  balance: balanceShown,
  release: act(calls.release, {
    audit: "held_money_released",
    does: (tx, context, { credit }) => releaseNow(tx, context, credit),
  }),
  sendBack: act(calls.sendBack, {
    does: async (tx, context, { credit }, { body: { reason } }) => ({
      answer: { approval_id: await askToSendBack(tx, context, credit, reason) },
    }),
  }),
  async ownAccount(context) {
    return { account: await ownAccount(context), held: await heldFor(context) };
  },
  companyAccount: async (context) => ({ account: await companyAccount(context) }),
};
