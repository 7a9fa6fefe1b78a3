/** The offer letter: printed with the offer, and again with the acceptance on it. */
import type { Tx } from "../../../db/database.ts";
import type { App } from "../../../house/app.ts";
import { getRow } from "../../../db/row.ts";
import { readText } from "../../platform/configuration/index.ts";
import { type Penalty, lateInWords, termsFromJson } from "../loan-products/index.ts";
import { offerLetterContent } from "./letter-content.ts";
import { findLetter, issueLetter } from "./letters.ts";
import type { LockedLoan } from "./decisions.ts";

/** Who accepted, and when. */
export interface Acceptance {
  name: string;
  at: Date;
}

type Offered = LockedLoan & { offer_expires_on: string };

/** @param signatory who signed the offer; not read again for its acceptance, which may come under another one */
async function print(
  tx: Tx,
  context: Pick<App, "config">,
  loan: Offered,
  issued_on: string,
  signatory: string,
  accepted: Acceptance | null,
): Promise<void> {
  const version = await tx
    .selectFrom("loan_product_versions")
    .selectAll()
    .where("id", "=", loan.product_version_id)
    .executeTakeFirstOrThrow();
  const product = await getRow(tx, "loan_products", loan.product_id, ["name"]);
  const { full_name } = await getRow(tx, "users", loan.user_id, ["full_name"]);
  const { address } = await getRow(tx, "profiles", { user_id: loan.user_id }, ["address"]);
  const content = offerLetterContent(
    {
      reference: loan.reference,
      terms: termsFromJson(loan.terms as Record<string, unknown>),
      penalty: lateInWords({ ...version, penalty: version.penalty as Penalty }, loan.instalment_kobo),
      interest_on_overdue: version.interest_on_overdue,
      product: product.name,
    },
    { name: full_name, address },
    issued_on,
    loan.offer_expires_on,
    { signatory, accepted },
  );
  await issueLetter(tx, context, {
    kind: "offer_letter",
    user_id: loan.user_id,
    loan_id: loan.id,
    reference: `${loan.reference}/${accepted ? "ACCEPTED" : "OFFER"}/${loan.version}`,
    issued_on,
    signatory,
    content,
  });
}

/** Prints an offer. @param today the business date on which it is made */
export const printOffer = async (tx: Tx, context: Pick<App, "config">, loan: Offered, today: string): Promise<void> =>
  print(tx, context, loan, today, await readText(tx, "provider_signatory"), null);

/** Prints an accepted offer again, dated and signed for us as the offer was; the offer itself stays as it was issued. */
export async function printAccepted(
  tx: Tx,
  context: Pick<App, "config">,
  loan: LockedLoan,
  accepted: Acceptance,
): Promise<void> {
  const offer = await findLetter(tx, loan.id, "offer_letter");
  if (!offer || loan.offer_expires_on === null) return;
  const signatory = offer.signatory ?? (await readText(tx, "provider_signatory"));
  await print(tx, context, { ...loan, offer_expires_on: loan.offer_expires_on }, offer.issued_on, signatory, accepted);
}
