/** What the second person sees of a dispute: whose it is, about what, what the issuer says; and what of it changes. */
import { badge } from "@manilla/contract/badges";
import { disputeReasons } from "@manilla/contract/cards/card-dispute-words";
import type { CardCurrency } from "@manilla/contract/cards/card-states";
import { date, money, sentence } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";
import { masked } from "../../../field-encryption.ts";
import type { Measured } from "../../../house/app.ts";

interface Shown {
  reference: string;
  person: string;
  company: string | null;
  last4: string | null;
  currency: CardCurrency;
  merchant: string;
  channel: string;
  reason: keyof typeof disputeReasons;
  text: string;
  status: string;
  amount_kobo: bigint;
  credited_kobo: bigint;
  written_off_kobo: bigint;
  issuer_says: string | null;
  created_at: Date;
}

async function read(db: Database | Tx, id: string): Promise<Shown> {
  const { rows } = await sql<Shown>`
    select d.reference, u.full_name as person, o.name as company, c.last4, c.currency, m.merchant, d.channel, d.reason, d.text,
      d.status, d.amount_kobo, d.credited_kobo, d.written_off_kobo, d.issuer_says, d.created_at
    from card_disputes d
    join card_captures m on m.id = d.capture_id
    join cards c on c.id = d.card_id
    join users u on u.id = d.user_id
    left join companies o on o.id = d.company_id
    where d.id = ${id}
  `.execute(db);
  return rows[0]!;
}

/** @returns facts; nothing of it changes by the decision */
export async function disputeFacts(db: Database, id: string): Promise<{ label: string; value: string }[]> {
  const found = await read(db, id);
  const { person, company, currency, issuer_says } = found;
  return [
    { label: "Holder", value: company ? `${person}, card of ${company}` : person },
    { label: "Card", value: masked(found.last4) ?? "Not made" },
    { label: "Paid to", value: `${found.merchant}, ${sentence(found.channel)}` },
    {
      label: "Disputed",
      value: `${money(found.amount_kobo, currency)}, ${found.reference}, ${date(found.created_at)}`,
    },
    { label: "The holder says", value: `${disputeReasons[found.reason]}. ${found.text}`.trim() },
    ...(issuer_says ? [{ label: "The issuer says", value: sentence(issuer_says) }] : []),
  ];
}

/** Its state, and its money in the currency of the card. */
export async function disputeMeasures(tx: Tx, id: string): Promise<Measured[]> {
  const { status, currency, credited_kobo, written_off_kobo } = await read(tx, id);
  return [
    { label: "State of the dispute", value: badge("card_dispute", status).label },
    { label: "Credited for now", value: money(credited_kobo, currency) },
    { label: "Kept by the holder at our cost", value: money(written_off_kobo, currency) },
  ];
}
