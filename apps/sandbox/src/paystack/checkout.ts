import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { html, naira, page } from "../pages/layout.ts";
import { Refusal } from "../refusal.ts";
import type { World } from "../world.ts";
import { findTestCard, saveCard, testCards } from "./cards.ts";
import type { Transaction } from "./state.ts";
import { chargeCard } from "./transactions.ts";

const formSchema = z.object({ card: z.string().default(""), number: z.string().default("") });

/** Where the payer goes next: back to the application with the reference, as Paystack does. */
function callbackOf(transaction: Transaction): string | undefined {
  if (!transaction.callback_url) return undefined;
  const url = new URL(transaction.callback_url);
  url.searchParams.set("trxref", transaction.reference);
  url.searchParams.set("reference", transaction.reference);
  return url.href;
}

function checkoutPage(transaction: Transaction, problem?: string): string {
  const cancel = callbackOf(transaction);
  return page(
    "Pay by card",
    html` <section class="card narrow">
      <p class="muted">Sandbox of a card page. No real card works here.</p>
      <p class="amount">${naira(transaction.requested_amount)}</p>
      <p>${transaction.email}</p>
      ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ""}
      <form method="post">
        <fieldset>
          <legend>Choose a test card</legend>
          ${testCards.map(
            (card, index) =>
              html`<label class="choice"
                ><input type="radio" name="card" value="${card.name}" ${index === 0 ? html`checked` : ""} />
                <span
                  ><b class="number">${card.number.replace(/(.{4})(?=.)/g, "$1 ")}</b>
                  <span class="muted">${card.brand}</span><br /><small>${card.about}</small></span
                ></label
              >`,
          )}
        </fieldset>
        <label
          >Or type a test card’s number
          <input name="number" inputmode="numeric" autocomplete="off" maxlength="23" placeholder="4084 …"
        /></label>
        <div class="row">
          <button class="primary">Pay ${naira(transaction.requested_amount)}</button
          >${cancel ? html`<a class="button" href="${cancel}">Cancel</a>` : ""}
        </div>
      </form>
    </section>`,
    { isBare: true },
  );
}

function donePage(transaction: Transaction): string {
  const callback = callbackOf(transaction);
  return page(
    "Payment received",
    html`<section class="card narrow">
      <p class="amount">${naira(transaction.amount)}</p>
      <p>${transaction.gateway_response}. Reference <code>${transaction.reference}</code>.</p>
      ${callback ? html`<a class="button primary" href="${callback}">Back to the application</a>` : html`<p>You can close this page.</p>`}
    </section>`,
    { isBare: true },
  );
}

/** The hosted card page, `/checkout/:access_code`: works as a plain form. */
export function registerCheckout(app: FastifyInstance, world: World): void {
  const { state } = world.store;
  const find = (code: string): Transaction => {
    const transaction = state.paystack.transactions[state.paystack.access_codes[code] ?? ""];
    if (!transaction) throw new Refusal(404, "This payment page does not exist.");
    return transaction;
  };
  app.get<{ Params: { code: string } }>("/checkout/:code", (request, reply) => {
    const transaction = find(request.params.code);
    return reply
      .type("text/html")
      .send(transaction.status === "success" ? donePage(transaction) : checkoutPage(transaction));
  });
  app.post<{ Params: { code: string } }>("/checkout/:code", (request, reply) => {
    const transaction = find(request.params.code);
    // A second click on "Pay" must not charge a second time.
    if (transaction.status === "success")
      return reply.redirect(callbackOf(transaction) ?? `/checkout/${request.params.code}`, 303);
    const { card: name, number } = formSchema.parse(request.body);
    const card = number.trim() ? findTestCard(number) : testCards.find((one) => one.name === name);
    if (!card)
      return reply.code(422).type("text/html").send(checkoutPage(transaction, "This is not one of the test cards."));
    const isPaid = chargeCard(world, transaction, saveCard(world, card, transaction.email), {
      isSaved: false,
      isDeclined: false,
    });
    if (!isPaid)
      return reply
        .code(422)
        .type("text/html")
        .send(checkoutPage(transaction, `${transaction.gateway_response}. Try another card.`));
    return reply.redirect(callbackOf(transaction) ?? `/checkout/${request.params.code}`, 303);
  });
}
