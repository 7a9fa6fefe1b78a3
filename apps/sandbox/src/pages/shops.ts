import type { Dispute } from "../issuer/disputes.ts";
import { PAYMENT_FAULTS, type Payment, SHOPS } from "../issuer/payments.ts";
import type { World } from "../world.ts";
import { type Markup, html, naira, notice, page, shortTime, table } from "./layout.ts";

const shown = (amount: number): string => naira(Math.round(amount * 100));
const options = (entries: readonly (readonly [string, string])[]): Markup[] =>
  entries.map(([value, words]) => html`<option value="${value}">${words}</option>`);

function paymentRow(payment: Payment): Markup {
  const isApproved = payment.responseCode === "00";
  const acts = ["capture", "reverse", "refund", "expire"] as const;
  return html`<tr>
    <td><b>${payment.merchant.name}</b><br /><small>${shortTime(payment.createdAt)}</small></td>
    <td data-label="Amount" class="figure">${shown(payment.amount)}</td>
    <td data-label="Decision">
      <span class="tag ${isApproved ? "" : "bad"}"
        >${isApproved ? "approved" : `declined ${payment.responseCode}`}</span
      >
    </td>
    <td data-label="Taken">
      ${shown(payment.captured)}${payment.refunded > 0 ? html`, back ${shown(payment.refunded)}` : ""}
    </td>
    <td>
      <form method="post" action="/shops/${payment._id}/act" class="row">
        ${isApproved ? acts.map((name) => html`<button name="act" value="${name}">${name}</button>`) : ""}
      </form>
    </td>
  </tr>`;
}

function disputeRow({ _id, amount, status, description }: Dispute): Markup {
  return html`<tr>
    <td>${description}</td>
    <td data-label="Amount" class="figure">${shown(Number(amount))}</td>
    <td data-label="State"><span class="tag">${status}</span></td>
    <td>
      <form method="post" action="/shops/disputes/${_id}" class="row">
        ${status === "submitted" ? ["won", "lost"].map((name) => html`<button name="outcome" value="${name}">${name}</button>`) : ""}
      </form>
    </td>
  </tr>`;
}

/** Shops in which a person buys with a card of the demo and sees what is decided. */
export function shopsPage(world: World, said?: string): string {
  const { cards, payments, disputes = {} } = world.store.state.issuer;
  const { customers } = world.store.state.issuer;
  const choices = Object.values(cards)
    .filter(({ status }) => status !== "canceled")
    .toReversed()
    .map(
      (card) =>
        [
          card._id,
          `${customers[card.customer]?.name ?? "Somebody"}, ${card.brand} ending in ${card.pan.slice(-4)}`,
        ] as const,
    );
  return page(
    "Shops",
    html`${notice(said)}
      <section class="card" aria-labelledby="buy-title">
        <h2 id="buy-title">Buy something</h2>
        ${
          choices.length === 0
            ? html`<p class="empty">Nobody has a card yet: ask for one in the application.</p>`
            : html`<form method="post" action="/shops/pay" class="row">
                <label
                  >Card
                  <select name="cardId">
                    ${options(choices)}
                  </select></label
                >
                <label
                  >Shop
                  <select name="shop">
                    ${options(SHOPS.map(({ name }, at) => [String(at), name] as const))}
                  </select></label
                >
                <label>Amount <input name="amount" inputmode="decimal" required placeholder="2,500" /></label>
                <label
                  >How
                  <select name="channel">
                    ${options([
                      ["pos", "At the machine of the shop"],
                      ["web", "On the internet"],
                      ["mobile", "By telephone"],
                      ["atm", "Cash from a machine"],
                    ])}
                  </select></label
                >
                <label>PIN <input name="pin" inputmode="numeric" placeholder="not asked" /></label>
                <label
                  >What goes wrong
                  <select name="fault">
                    ${options(Object.entries(PAYMENT_FAULTS))}
                  </select></label
                >
                <button class="primary">Pay</button>
                <button formaction="/shops/terminate" formnovalidate>Issuer ends this card</button>
              </form>`
        }
        <form method="post" action="/shops/clear" class="row">
          <button>Clearing day: all shops take their money</button>
        </form>
      </section>
      <section class="card" aria-labelledby="payments-title">
        <h2 id="payments-title">Payments</h2>
        <div id="payments" data-live>
          ${table(
            ["Shop", "#Amount", "Decision", "Taken", "The shop"],
            Object.values(payments).toReversed().slice(0, 40).map(paymentRow),
            "Nobody has bought anything yet.",
          )}
        </div>
      </section>
      <section class="card" aria-labelledby="disputes-title">
        <h2 id="disputes-title">Disputes at the issuer</h2>
        <div id="disputes" data-live>
          ${table(
            ["What the holder says", "#Amount", "State", "The issuer decides"],
            Object.values(disputes).toReversed().slice(0, 20).map(disputeRow),
            "Nobody disputes anything.",
          )}
        </div>
      </section>`,
  );
}
