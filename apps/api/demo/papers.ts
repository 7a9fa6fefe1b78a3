/** What two of the provider's people bring and agree to by hand: the slip of money at the branch, a reward with the paper that it rests on. */
import * as rewards from "@manilla/contract/growth/rewards";
import * as approvals from "@manilla/contract/platform/approvals";
import type { App } from "../src/house/app.ts";
import { getRow } from "../src/db/row.ts";
import { printLetter } from "../src/documents/letter.ts";
import { keepSlip } from "../src/modules/money/slips/index.ts";
import type { Door } from "./door.ts";
import { emailOf } from "./people.ts";

interface Paper {
  title: string;
  text: string;
  reference: string;
}

/** @param email who brings it @returns its id */
export async function paperOf(app: App, email: string, { title, text, reference }: Paper): Promise<string> {
  const { id } = await getRow(app.db, "users", { email }, ["id"]);
  const bytes = await printLetter({ title, reference, date: "", to: [], parts: [{ text }] }, []);
  const file = { bytes, media_type: "application/pdf", original_name: `${reference}.pdf`, page_count: 1, lines: null };
  return (await keepSlip(app, file, id)).id;
}

/** A customer's reward, requested by operations and agreed to by finance. */
export async function giveReward(
  app: App,
  door: Door,
  id: string,
  given: { amount_kobo: number; reason: string },
): Promise<void> {
  const email = emailOf("super_operations");
  const [maker, checker] = [await door.as(email), await door.as(emailOf("super_finance"))];
  const paper = { title: "Winners", text: given.reason, reference: `REWARD-${id.slice(-6)}-${given.amount_kobo}` };
  const body = { ...given, slip_id: await paperOf(app, email, paper) };
  const { approval_id } = await door.call(rewards.give, maker, { params: { id }, body });
  await door.call(approvals.approve, checker, { params: { id: approval_id }, body: { version: 1 } });
}
