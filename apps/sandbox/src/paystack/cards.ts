import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { Refusal } from "../refusal.ts";
import type { World } from "../world.ts";
import { type Authorization, CARD_BEHAVIOURS, type CardBehaviour } from "./state.ts";

/** A card that the hosted page accepts. `stem` is the number without its check digit. */
interface TestCard {
  name: string;
  stem: string;
  brand: "visa" | "mastercard" | "verve";
  behaviour: CardBehaviour;
  balance_kobo: number | null;
  about: string;
}

const SMALL_BALANCE_KOBO = 200_000;

const cards: readonly TestCard[] = [
  {
    name: "success",
    stem: "408408408408408",
    brand: "visa",
    behaviour: "success",
    balance_kobo: null,
    about: "Every charge succeeds",
  },
  {
    name: "success_mastercard",
    stem: "553188665214295",
    brand: "mastercard",
    behaviour: "success",
    balance_kobo: null,
    about: "Every charge succeeds",
  },
  {
    name: "success_verve",
    stem: "506105000000000001",
    brand: "verve",
    behaviour: "success",
    balance_kobo: null,
    about: "Every charge succeeds",
  },
  {
    name: "insufficient_funds",
    stem: "408408100000000",
    brand: "visa",
    behaviour: "insufficient_funds",
    balance_kobo: SMALL_BALANCE_KOBO,
    about: "₦2,000 on it: can be added, larger debits fail for lack of funds",
  },
  {
    name: "expired",
    stem: "408408200000000",
    brand: "visa",
    behaviour: "expired",
    balance_kobo: null,
    about: "Refused as expired, also when it is added",
  },
  {
    name: "declined",
    stem: "408408300000000",
    brand: "visa",
    behaviour: "declined",
    balance_kobo: null,
    about: "Declined, also when it is added",
  },
  {
    name: "timeout_after_effect",
    stem: "408408400000000",
    brand: "visa",
    behaviour: "timeout_after_effect",
    balance_kobo: null,
    about: "Can be added; later debits take the money and never answer",
  },
  {
    name: "fails_then_succeeds",
    stem: "408408500000000",
    brand: "visa",
    behaviour: "fails_then_succeeds",
    balance_kobo: null,
    about: "Can be added; the first debit fails, the next one succeeds",
  },
  {
    name: "declines_when_saved",
    stem: "408408600000000",
    brand: "visa",
    behaviour: "declines_when_saved",
    balance_kobo: null,
    about: "Can be added; every later debit is declined",
  },
];

function luhnDigit(stem: string): number {
  const sum = [...stem].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** The test cards with their full numbers, which exist nowhere but here. */
export const testCards = cards.map(({ stem, ...card }) => ({
  ...card,
  number: `${stem}${luhnDigit(stem)}`,
  expiry: "12/31",
  cvv: "408",
}));

export const findTestCard = (number: string) => testCards.find((card) => card.number === number.replace(/\D/g, ""));

/** Saves a card for one customer; the same card keeps its code and its signature tells that two customers share it. */
export function saveCard(world: World, card: (typeof testCards)[number], email: string): Authorization {
  const { state, nextId } = world.store;
  const known = Object.values(state.paystack.authorizations).find(
    (one) => one.test_card === card.name && one.email === email,
  );
  if (known) return known;
  const id = nextId();
  const authorization: Authorization = {
    authorization_code: `AUTH_${createHash("sha256").update(`${card.name}/${email}/${id}`).digest("hex").slice(0, 10)}`,
    test_card: card.name,
    bin: card.number.slice(0, 6),
    last4: card.number.slice(-4),
    exp_month: "12",
    exp_year: card.behaviour === "expired" ? "2023" : "2031",
    brand: card.brand,
    bank: "TEST BANK",
    signature: `SIG_${createHash("sha256").update(card.name).digest("hex").slice(0, 20)}`,
    email,
    behaviour: card.behaviour,
    balance_kobo: card.balance_kobo,
    attempts: 0,
    created_at: new Date().toISOString(),
  };
  state.paystack.authorizations[authorization.authorization_code] = authorization;
  return authorization;
}

/** The outcome of a charge: the refusal's text, or the amount that can be taken. */
export function tryCard(
  card: Authorization,
  amount: number,
  isSaved: boolean,
  atLeast = amount,
): { taken: number; refusal?: string } {
  if (isSaved) card.attempts += 1;
  if (card.behaviour === "expired") return { taken: 0, refusal: "Expired Card" };
  if (card.behaviour === "declined" || (isSaved && card.behaviour === "declines_when_saved"))
    return { taken: 0, refusal: "Declined" };
  if (isSaved && card.behaviour === "fails_then_succeeds" && card.attempts === 1)
    return { taken: 0, refusal: "Insufficient Funds" };
  const taken = card.balance_kobo === null ? amount : Math.min(amount, card.balance_kobo);
  if (taken < atLeast || taken === 0) return { taken: 0, refusal: "Insufficient Funds" };
  if (card.balance_kobo !== null) card.balance_kobo -= taken;
  return { taken };
}

const changeSchema = z.object({
  behaviour: z.enum(CARD_BEHAVIOURS).optional(),
  balance_kobo: z.coerce.number().int().min(0).nullable().optional(),
});

/** Changes how a saved card behaves; "insufficient_funds" without a balance empties it. */
export function changeCard(world: World, code: string, body: unknown): Authorization {
  const card = world.store.state.paystack.authorizations[code];
  if (!card) throw new Refusal(404, "No such saved card.");
  const { behaviour, balance_kobo } = changeSchema.parse(body);
  if (behaviour) {
    card.behaviour = behaviour;
    card.attempts = 0;
    card.balance_kobo = behaviour === "insufficient_funds" ? 0 : null;
  }
  if (balance_kobo !== undefined) card.balance_kobo = balance_kobo;
  world.store.touch();
  return card;
}

/** `GET /cards.json` (test cards and saved ones) and `PUT /cards/:authorization_code`. */
export function registerCards(app: FastifyInstance, world: World): void {
  app.get("/cards.json", () => ({
    test_cards: testCards,
    saved: Object.values(world.store.state.paystack.authorizations),
  }));
  app.put<{ Params: { code: string } }>("/cards/:code", (request) =>
    changeCard(world, request.params.code, request.body),
  );
}
