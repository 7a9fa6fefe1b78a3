import { PROVIDER_ACCOUNT, dayOf, providerBalance } from "../bank/movements.ts";
import { businessDate } from "../clock.ts";
import { testCards } from "../paystack/cards.ts";
import { CARD_BEHAVIOURS } from "../paystack/state.ts";
import { type Person, fullName } from "../people/people.ts";
import type { World } from "../world.ts";
import { statementLinks } from "./control.ts";
import { type Markup, html, longDate, naira, notice, page, shortTime, table } from "./layout.ts";

function personRow(person: Person): Markup {
  return html`<tr>
    <td>
      <b>${fullName(person)}</b><br /><small
        >${person.gender}, born ${person.date_of_birth}, ${person.state_of_origin}</small
      ><br /><small>${person.address}</small>
    </td>
    <td data-label="Numbers">
      BVN <code>${person.bvn}</code><br />NIN <code>${person.nin}</code><br /><code
        >${person.phone.replace("+234", "0")}</code
      >
    </td>
    <td data-label="Work">
      ${person.employer}<br />${person.salary_kobo > 0 ? `${naira(person.salary_kobo)} on day ${person.salary_day}` : "No salary"}<br /><small
        >${person.work_email}</small
      >
    </td>
    <td>
      <span class="tag ${["steady", "borrower"].includes(person.trait) ? "" : "bad"}"
        >${person.trait.replaceAll("_", " ")}</span
      ><br /><small>${person.about}</small>
    </td>
    <td data-label="Accounts">
      ${person.accounts.map(
        (account) =>
          html`<div>
            ${account.bank_name} <code>${account.account_number}</code><br /><small>${account.account_name}</small
            ><br />
            <a href="/people/${person.bvn}/statement.csv?account=${account.account_number}">CSV</a> ·
            <a href="/people/${person.bvn}/statement.pdf?account=${account.account_number}">PDF</a>
          </div>`,
      )}
    </td>
  </tr>`;
}

/** The people; `search` looks at names, numbers, employers and what they are like. */
export function peoplePage(world: World, search = ""): string {
  const wanted = search.trim().toLowerCase();
  const people = world.people.all.filter((person) =>
    [
      fullName(person),
      person.bvn,
      person.nin,
      person.phone.replace("+234", "0"),
      person.employer,
      person.trait.replaceAll("_", " "),
      person.about,
      ...person.accounts.map((account) => account.account_number),
    ].some((text) => text.toLowerCase().includes(wanted)),
  );
  return page(
    "People",
    html`<p class="muted">
        Their BVN codes arrive in the inbox. Statements cover the twelve months up to yesterday’s business date.
      </p>
      <form method="get" class="card row">
        <label class="grow"
          >Search
          <input name="search" type="search" value="${search}" placeholder="name, number, employer, gambler …" /></label
        ><button class="primary">Search</button>
      </form>
      <section class="card">
        <p class="muted">${people.length} people</p>
        ${table(["Name", "Numbers", "Work", "File", "Accounts and statements"], people.map(personRow))}
      </section>`,
    { path: "/people" },
  );
}

/** Test cards and the saved cards' behaviour. */
export function cardsPage(world: World, said?: string): string {
  const saved = Object.values(world.store.state.paystack.authorizations).toReversed();
  return page(
    "Cards",
    html`${notice(said)}
      <section class="card">
        <h2>Test cards</h2>
        <p class="muted">Expiry 12/31, CVV 408. They work on the sandbox’s card page only.</p>
        ${table(
          ["Number", "Brand", "What it does"],
          testCards.map(
            (card) =>
              html`<tr>
                <td><span class="number">${card.number.replace(/(.{4})(?=.)/g, "$1 ")}</span></td>
                <td data-label="Brand">${card.brand}</td>
                <td>${card.about}</td>
              </tr>`,
          ),
        )}
      </section>
      <section class="card">
        <h2>Saved cards</h2>
        ${table(
          ["Card", "Customer", "Behaviour"],
          saved.map(
            (card) =>
              html`<tr>
                <td>${card.brand} ····${card.last4}<br /><code>${card.authorization_code}</code></td>
                <td>${card.email}</td>
                <td>
                  <form method="post" action="/control/cards/${card.authorization_code}" class="row">
                    <label class="grow"
                      >Behaviour
                      <select name="behaviour">
                        ${CARD_BEHAVIOURS.map((behaviour) => html`<option value="${behaviour}" ${behaviour === card.behaviour ? html`selected` : ""}>${behaviour.replaceAll("_", " ")}</option>`)}
                      </select></label
                    >
                    <label
                      >Balance, naira
                      <input
                        name="balance"
                        inputmode="decimal"
                        pattern="[0-9,]*([.][0-9]{1,2})?"
                        placeholder="unlimited"
                        value="${card.balance_kobo === null ? "" : (card.balance_kobo / 100).toFixed(2)}" /></label
                    ><button>Set</button>
                  </form>
                </td>
              </tr>`,
          ),
          "No customer has saved a card yet.",
        )}
      </section>`,
    { path: "/cards" },
  );
}

const MOVEMENTS_SHOWN = 200;

/** The provider's account: days with their statements, and movements. */
export function bankPage(world: World, said?: string): string {
  const { state } = world.store;
  const days = [...new Set([businessDate(state), ...state.bank.movements.map(({ booked_on }) => booked_on)])]
    .sort()
    .reverse();
  return page(
    "Bank",
    html`${notice(said)}
      <section class="card">
        <p class="big">${naira(providerBalance(state))}</p>
        <p class="muted">${PROVIDER_ACCOUNT.name}, ${PROVIDER_ACCOUNT.account_number}</p>
        ${table(
          ["Day", "#Opening", "#Closing", "#Movements", "Statement"],
          days.slice(0, 62).map((date) => {
            const day = dayOf(state, date);
            return html`<tr>
              <td>${longDate(date)}</td>
              <td class="figure" data-label="Opening">${naira(day.opening_kobo)}</td>
              <td class="figure" data-label="Closing">${naira(day.closing_kobo)}</td>
              <td class="figure" data-label="Movements">${day.movements.length}</td>
              <td>${statementLinks(date)}</td>
            </tr>`;
          }),
        )}
      </section>
      <section class="card">
        <h2>Movements</h2>
        ${table(
          ["Day", "Reference", "What", "#Amount", ""],
          state.bank.movements
            .slice(-MOVEMENTS_SHOWN)
            .toReversed()
            .map(
              (movement) =>
                html`<tr>
                  <td>${movement.booked_on}</td>
                  <td><code>${movement.reference}</code></td>
                  <td>${movement.narration}<br /><small>${movement.counterparty?.name ?? ""}</small></td>
                  <td class="figure">${naira(movement.amount_kobo)}</td>
                  <td>
                    ${state.paystack.transfers[movement.reference]?.status === "success" ? html`<form method="post" action="/control/reverse"><button class="small" name="reference" value="${movement.reference}">Send back</button></form>` : ""}
                  </td>
                </tr>`,
            ),
          "No money has moved yet.",
        )}
      </section>`,
    { path: "/bank" },
  );
}

/** Webhooks that were sent. */
export function eventsPage(world: World, said?: string): string {
  const deliveries = world.store.state.deliveries.slice(-100).toReversed();
  return page(
    "Webhooks",
    html`${notice(said)}
      <section class="card">
        <p class="muted">
          Sent to <code>${world.settings.webhook_target}</code>; again until the application answers with 2xx.
        </p>
        <div id="events" data-live>
          ${table(
            ["Event", "Made", "State", ""],
            deliveries.map(
              (delivery) =>
                html`<tr>
                  <td>${delivery.provider}<br /><code>${delivery.event}</code></td>
                  <td>${shortTime(delivery.created_at)}</td>
                  <td>
                    <span class="tag ${delivery.status === "delivered" ? "" : "bad"}">${delivery.status}</span>
                    <small>${delivery.attempts} attempts, last answer ${delivery.last_answer ?? "none"}</small>
                  </td>
                  <td>
                    <form method="post" action="/control/events/${delivery.id}/resend">
                      <button class="small">Send again</button>
                    </form>
                  </td>
                </tr>`,
            ),
            "No event has been sent yet.",
          )}
        </div>
      </section>`,
    { path: "/events" },
  );
}
