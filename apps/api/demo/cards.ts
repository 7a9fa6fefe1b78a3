/** Cards in every state: of the demo's company and of people, requested, decided, made, sent, used, frozen, lost and closed. */
import * as cards from "@manilla/contract/cards/cards";
import type { App } from "../src/house/app.ts";
import { getRow } from "../src/db/row.ts";
import { makeCard, tellIssuer } from "../src/modules/cards/cards/index.ts";
import type { Door } from "./door.ts";
import { emailOf } from "./people.ts";

const ADDRESS = { delivery_address: "12 Adeola Odeku Street, Victoria Island", delivery_state: "Lagos" };
/** One of the logins, or the number of a person of the sandbox who works for the company and has finished their own profile. */
type Holder = "company_staff" | "company_department_head" | "company_unit_head" | number;
export const ADVERTISER = 58;

/** How far a card of the company has come. */
type Stage = "requested" | "approved" | "declined" | "made" | "sent" | "active" | "frozen" | "lost" | "closed";
interface Asked {
  holder: Holder;
  stage: Stage;
  label: string;
  form?: "physical" | "virtual";
  naira?: number;
  merchant_lock?: string;
  is_single_use?: boolean;
}
const COMPANY_CARDS: readonly Asked[] = [
  { holder: ADVERTISER, stage: "active", label: "Advertising", merchant_lock: "Meta Platforms" },
  { holder: "company_department_head", stage: "active", label: "Spare parts", form: "physical", naira: 350_000 },
  { holder: "company_unit_head", stage: "sent", label: "Small repairs", form: "physical" },
  { holder: "company_unit_head", stage: "frozen", label: "Travel" },
  { holder: ADVERTISER, stage: "lost", label: "Fuel", form: "physical" },
  { holder: "company_department_head", stage: "made", label: "Flight to Kano", is_single_use: true },
  { holder: "company_staff", stage: "closed", label: "Trade fair" },
  { holder: "company_unit_head", stage: "declined", label: "Entertainment", naira: 900_000 },
  { holder: "company_unit_head", stage: "requested", label: "Software" },
  { holder: "company_department_head", stage: "approved", label: "Cold room", naira: 800_000 },
];

interface People {
  app: App;
  door: Door;
  finance: string;
  decider: string;
  emailAt: (number: number) => string;
}
const addressOf = ({ emailAt }: People, holder: Holder): string =>
  typeof holder === "number" ? emailAt(holder) : emailOf(holder);

/** Past the request: made at the issuer, and in its holder's use. */
async function take(people: People, id: string, { holder, stage, form }: Asked): Promise<void> {
  const { app, door, finance, decider } = people;
  const token = await door.as(addressOf(people, holder));
  await door.call(cards.approve, decider, { body: { card_id: id } });
  await makeCard(app, id);
  if (stage === "made") return;
  if (form === "physical")
    await door.call(cards.ship, decider, { params: { id }, body: { carrier_reference: "GIGL-2026-4471" } });
  if (stage === "sent") return;
  const { last4 } = await getRow(app.db, "cards", id, ["last4"]);
  await door.call(cards.activateUser, token, { body: { card_id: id, ...(form === "physical" && { last4 }) } });
  if (stage === "frozen")
    await door.call(cards.freeze, finance, { params: { id }, body: { reason: "The journey is over" } });
  if (stage === "lost") {
    const { card } = await door.call(cards.replace, token, { params: { id }, body: { because: "lost" } });
    await makeCard(app, card.id);
  }
  if (stage === "closed")
    await door.call(cards.close, finance, { params: { id }, body: { reason: "The fair has ended" } });
  await tellIssuer(app, id);
}

async function leaveCompanyCards(people: People): Promise<void> {
  const { app, door, finance, decider } = people;
  for (const asked of COMPANY_CARDS) {
    const { holder, stage, form = "virtual", naira, label, ...more } = asked;
    const { id: user_id } = await getRow(app.db, "users", { email: addressOf(people, holder) }, ["id"]);
    const body = { user_id, form, label, ...more, ...(form === "physical" && ADDRESS) };
    const { card } = naira
      ? await door.call(cards.requestCredit, finance, { body: { ...body, limit_kobo: naira * 100 } })
      : await door.call(cards.requestDebit, finance, { body });
    if (stage === "requested") continue;
    if (stage === "declined") {
      const reason = "The line of the company does not reach for it yet.";
      await door.call(cards.decline, decider, { body: { card_id: card.id, reason } });
      // A high limit: it waits for a second person.
    } else if (stage === "approved") await door.call(cards.approve, decider, { body: { card_id: card.id } });
    else await take(people, card.id, asked);
  }
}

/** [number of the sandbox's person, what they ask for, how far it has come] */
const OWN = [
  [62, { card_type: "physical" }, "sent"],
  [71, { card_type: "virtual" }, "requested"],
  [80, { card_type: "physical", naira: 250_000 }, "requested"],
  [72, { card_type: "virtual", naira: 150_000 }, "declined"],
] as const;

async function leaveOwnCards({ app, door, decider, emailAt }: People): Promise<void> {
  for (const [number, { card_type, ...more }, stage] of OWN) {
    const { id: user_id } = await getRow(app.db, "users", { email: emailAt(number) }, ["id"]);
    const { status } = await getRow(app.db, "profiles", { user_id }, ["status"]);
    // Whose case is still open gets no card.
    if (status !== "activated") continue;
    const token = await door.as(emailAt(number));
    await door.call(cards.begin, token, { body: { card_type } });
    const { card_id: id } = await door.call(cards.finish, token, {
      body: {
        ...(card_type === "physical" && ADDRESS),
        ...("naira" in more && { is_credit: true, limit_kobo: more.naira * 100 }),
      },
    });
    if (stage === "requested") continue;
    if (stage === "declined") {
      const reason = "Please repay your loan first; then ask again.";
      await door.call(cards.decline, decider, { body: { card_id: id, reason } });
      continue;
    }
    await door.call(cards.approve, decider, { body: { card_id: id } });
    await makeCard(app, id);
    await door.call(cards.ship, decider, { params: { id }, body: { carrier_reference: "GIGL-2026-4502" } });
    await tellIssuer(app, id);
  }
}

/** @param emailAt the address of a person of the sandbox by their number */
export async function leaveCards(app: App, door: Door, emailAt: (number: number) => string): Promise<void> {
  const people = {
    app,
    door,
    finance: await door.as(emailOf("company_finance_manager")),
    decider: await door.as(emailOf("super_operations")),
    emailAt,
  };
  await leaveCompanyCards(people);
  await leaveOwnCards(people);
}
