/** What holders and the desk read of disputes. */
import type { CardCurrency } from "@manilla/contract/cards/card-states";
import { date, fullStop, money } from "@manilla/contract/formats";
import type { Message, Note } from "../../platform/notifications/index.ts";

interface About {
  id: string;
  reference: string;
  merchant: string;
  /** Amounts are kobo, or cents. */
  card_currency: CardCurrency;
}
const to = ({ id }: About, title: string, body: string): Message => ({
  kind: "card",
  also: ["mail"],
  title,
  body,
  link: `/customer/cards/disputes/${id}`,
  about: `card-dispute:${id}`,
});

export const received = (about: About, due_at: Date): Message =>
  to(
    about,
    `We have your dispute about ${about.merchant}`,
    `Its reference is ${about.reference}. You have the money or an answer by ${date(due_at)}.`,
  );

export const sent = (about: About): Message =>
  to(
    about,
    `Your dispute about ${about.merchant} is with the issuer`,
    "The issuer of the card asks the shop. You hear from us.",
  );

export const credited = (about: About, amount_kobo: bigint): Message =>
  to(
    about,
    `${money(amount_kobo, about.card_currency)} for now`,
    `While your dispute about ${about.merchant} is decided, the money is yours to spend. If it is decided for the shop, it is taken back.`,
  );

export const won = (about: About, amount_kobo: bigint): Message =>
  to(about, `Your dispute about ${about.merchant} is won`, `${money(amount_kobo, about.card_currency)} is yours.`);

export const refused = (about: About, credited_kobo: bigint): Message =>
  to(
    about,
    `The issuer decided for ${about.merchant}`,
    `You have ${money(credited_kobo, about.card_currency)} from us for now. We look at what happens with it, and you hear from us.`,
  );

export const lost = (about: About): Message =>
  to(
    about,
    `Your dispute about ${about.merchant} is lost`,
    "The issuer of the card decided for the shop. Nothing is taken from you.",
  );

export const takenBack = (about: About, amount_kobo: bigint, reason: string): Message =>
  to(
    about,
    `${money(amount_kobo, about.card_currency)} is taken back`,
    `Your dispute about ${about.merchant} was decided for the shop. The reason: ${fullStop(reason)}`,
  );

export const kept = (about: About, amount_kobo: bigint): Message =>
  to(
    about,
    `You keep ${money(amount_kobo, about.card_currency)}`,
    `Your dispute about ${about.merchant} was decided for the shop, and the money stays with you.`,
  );

export const declined = (about: About, reason: string): Message =>
  to(about, `We cannot take your dispute about ${about.merchant} further`, `The reason: ${fullStop(reason)}`);

export const refunded = (about: About, taken_kobo: bigint): Message =>
  to(
    about,
    `${about.merchant} has given the money back`,
    `Your dispute is over.${taken_kobo > 0n ? ` The ${money(taken_kobo, about.card_currency)} that we gave you for now goes back to us, so that you have it once.` : ""}`,
  );

/** The shop gives back what the holder has by a dispute that was won. */
export const hadAlready = (about: About, twice_kobo: bigint): Message =>
  to(
    about,
    `${about.merchant} has given the money back too`,
    `You won your dispute and have this money already: ${money(twice_kobo, about.card_currency)} of the refund goes on to the issuer of the card.`,
  );

export const keepsAll = (about: About, amount_kobo: bigint): Message =>
  to(
    about,
    `${about.merchant} has taken its refund back`,
    `Your dispute about it is decided: ${money(amount_kobo, about.card_currency)} of it is yours as before.`,
  );

export const less = (about: About, left_kobo: bigint): Message =>
  to(about, `${about.merchant} has given back a part`, `${money(left_kobo, about.card_currency)} is still disputed.`);

const forDesk = (id: string, title: string, body: string): Note => ({
  kind: "card",
  title,
  body,
  link: `/admin/cards/disputes/${id}`,
});
export const toWork = ({ id, merchant, ...about }: About, amount_kobo: bigint, due_at: Date): Note =>
  forDesk(
    id,
    "A card payment is disputed",
    `${money(amount_kobo, about.card_currency)} at ${merchant}, answer by ${date(due_at)}.`,
  );
export const late = ({ id, reference, merchant }: Omit<About, "card_currency">): Note =>
  forDesk(id, `Dispute ${reference} is late`, `${merchant}: the holder has neither the money nor an answer.`);
export const toDecide = ({ id, merchant, ...about }: About, credited_kobo: bigint): Note =>
  forDesk(
    id,
    "A dispute is lost",
    `${merchant}: ${money(credited_kobo, about.card_currency)} was credited. Take it back, or let the holder keep it.`,
  );
export const notTaken = ({ id, merchant }: About, why: string): Note =>
  forDesk(id, "The issuer did not take a dispute", `${merchant}: ${why}`);
export const unclear = ({ id, merchant }: About): Note =>
  forDesk(
    id,
    "The issuer contradicts itself",
    `${merchant}: it says that the dispute is won, and not how much it gives back. Ask the issuer; we ask again automatically.`,
  );
export const wonTwice = ({ id, reference, merchant, ...about }: About, twice_kobo: bigint): Note =>
  forDesk(
    id,
    "A shop gave back what was won",
    `${merchant}, dispute ${reference}: ${money(twice_kobo, about.card_currency)} is the issuer's and is deducted from what we claim. Tell the issuer.`,
  );
export const evidenceCame = ({ id, merchant }: About): Note =>
  forDesk(id, "More on a dispute", `${merchant}: the holder has added something.`);
export const moreFromUs = (about: About, text: string): Message =>
  to(about, `About your dispute with ${about.merchant}`, text);
