import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Markup, html, page } from "../pages/layout.ts";
import { Refusal } from "../refusal.ts";
import type { World } from "../world.ts";
import type { IssuerCard } from "./state.ts";

const asked = z.object({ token: z.string().min(8).max(100) });
const typed = z.object({
  token: z.string(),
  current: z.string().default(""),
  pin: z.string().default(""),
  again: z.string().default(""),
});
/** With this many wrong ones in a row a PIN is locked; a new one unlocks it. */
export const MAX_WRONG_PINS = 3;
const isLocked = ({ wrong_pins }: IssuerCard): boolean => wrong_pins >= MAX_WRONG_PINS;

const bare = (title: string, body: Markup): string => page(title, body, { isBare: true });

function detailsPage({ pan, cvv, expiryMonth, expiryYear, brand }: IssuerCard): string {
  return bare(
    "Your card",
    html`<section class="card narrow">
      <p class="muted">${brand}. Shown by the issuer of the card.</p>
      <p class="big number">${pan.replace(/(.{4})(?=.)/g, "$1 ")}</p>
      <p>Good until <b>${expiryMonth}/${expiryYear.slice(2)}</b></p>
      <p>Security code <b>${cvv}</b></p>
    </section>`,
  );
}

function pinPage(card: IssuerCard, token: string, problem?: string): string {
  const needsCurrent = card.pin !== null && !isLocked(card);
  const field = (name: string, label: string): Markup =>
    html`<label
      >${label}
      <input
        name="${name}"
        type="password"
        inputmode="numeric"
        pattern="[0-9]{4}"
        maxlength="4"
        autocomplete="off"
        required
    /></label>`;
  return bare(
    "PIN",
    html`<section class="card narrow">
      <p class="muted">Typed at the issuer of the card; nobody else sees it.</p>
      ${isLocked(card) ? html`<p>Your PIN is locked. Choose a new one to unlock it.</p>` : ""}
      ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ""}
      <form method="post">
        <input type="hidden" name="token" value="${token}" />
        ${needsCurrent ? field("current", "Current PIN") : ""} ${field("pin", "New PIN, 4 digits")}
        ${field("again", "New PIN again")}
        <div class="row"><button class="primary">Save the PIN</button></div>
      </form>
    </section>`,
  );
}

/** Why a PIN is not taken; undefined where it is. Counts a wrong current one. */
function pinProblem(card: IssuerCard, { current, pin, again }: z.output<typeof typed>): string | undefined {
  if (card.pin !== null && !isLocked(card) && current !== card.pin) {
    card.wrong_pins += 1;
    return isLocked(card) ? "That was the third wrong PIN. Choose a new one." : "This is not your current PIN.";
  }
  if (!/^\d{4}$/.test(pin)) return "A PIN has four digits.";
  if (pin !== again) return "The two PINs differ.";
  return undefined;
}

/** The vault's pages, made for a frame: `/vault/details` and `/vault/pin`, each opened by a token. */
export function registerVault(app: FastifyInstance, { store }: World): void {
  const { state } = store;
  const open = (input: unknown): { card: IssuerCard; token: string } => {
    const { token } = asked.parse(input);
    const known = state.issuer.tokens[token];
    const card = known && known.until > Date.now() ? state.issuer.cards[known.card_id] : undefined;
    if (!card) throw new Refusal(403, "This page is no longer open. Close it and open it again.");
    return { card, token };
  };
  app.get("/vault/details", (request, reply) => {
    const { card, token } = open(request.query);
    // Shown once.
    delete state.issuer.tokens[token];
    store.touch();
    return reply.header("cache-control", "no-store").type("text/html").send(detailsPage(card));
  });
  app.get("/vault/pin", (request, reply) => {
    const { card, token } = open(request.query);
    return reply.type("text/html").send(pinPage(card, token));
  });
  app.post("/vault/pin", (request, reply) => {
    const input = typed.parse(request.body);
    const { card, token } = open(input);
    const problem = pinProblem(card, input);
    store.touch();
    if (problem)
      return reply
        .code(422)
        .type("text/html")
        .send(pinPage(card, token, problem));
    card.pin = input.pin;
    card.wrong_pins = 0;
    delete state.issuer.tokens[token];
    return reply
      .type("text/html")
      .send(
        bare(
          "PIN saved",
          html`<section class="card narrow"><p role="status">Your PIN is saved. You can close this.</p></section>`,
        ),
      );
  });
}
