import { PROVIDER_ACCOUNT, providerBalance } from "../bank/movements.ts";
import { businessDate } from "../clock.ts";
import { FAULT_MODES, PROVIDERS, type Provider } from "../faults.ts";
import { findMessages } from "../inbox/messages.ts";
import type { World } from "../world.ts";
import { type Markup, html, longDate, naira, page, notice } from "./layout.ts";
import { messageList } from "./inbox.ts";

const MODE_NAMES: Record<(typeof FAULT_MODES)[number], string> = {
  ok: "Works",
  slow: "Slow answers",
  outage: "Outage (503)",
  error: "Error (500)",
  timeout_after_effect: "Done, but no answer",
  timeout_before_effect: "Not done, and no answer",
  decline: "Turned down",
  mixture: "A bad hour: 30 of 100 fail, 10 give no answer",
};
const PROVIDER_NAMES: Record<Provider, string> = {
  paystack: "Paystack",
  mono: "Mono",
  prembly: "Prembly (register of companies)",
  mbs: "MyBankStatement",
  okra: "Okra",
  statement_source_3: "Third statement source",
  mobile_statement: "Bank app",
  ussd: "USSD",
  termii: "Termii (SMS)",
  smtp: "Mail",
  fcm: "Push",
  payroll: "Payrolls of employers",
  issuer: "Issuer of cards",
  wema: "Partner bank",
  baxi: "Baxi (bills)",
  flutterwave: "Flutterwave (bills)",
  lender: "Lender behind credit cards",
  rates: "Exchange rates",
};

const EXAMPLE_CALLS: Record<Provider, string> = {
  paystack: "POST /transfer",
  mono: "POST /v3/lookup/nin",
  prembly: "POST /verification/cac/advance",
  mbs: "POST /RequestStatement",
  okra: "POST /v2/transactions/getByCustomer",
  statement_source_3: "POST /links/exchange",
  mobile_statement: "POST /v1/shares/redeem",
  ussd: "POST /v1/statement-sessions",
  termii: "POST /api/sms/send",
  smtp: "",
  fcm: "POST /v1/projects/:project/messages::send",
  payroll: "POST /deductions",
  issuer: "POST /cards",
  wema: "GET /account/balance",
  baxi: "POST /services/electricity/request",
  flutterwave: "POST /v3/billers/:biller/items/:item/payment",
  lender: "PUT /:partner/fundings/:reference",
  rates: "GET /GetAllExchangeRates",
};

function clockCard(world: World): Markup {
  const { state } = world.store;
  const date = businessDate(state);
  const { reached_on, running } = state.clock;
  const progress =
    reached_on === null
      ? "The application has not reported yet."
      : reached_on < date || running
        ? `The application is working on ${longDate(reached_on)}.`
        : "The application has reached this day.";
  const step = (name: string, value: string): Markup =>
    html`<button name="step" value="${value}" class="${value === "day" ? "primary" : ""}">${name}</button>`;
  return html`<section class="card" aria-labelledby="clock-title">
    <h2 id="clock-title">Time machine</h2>
    <div id="clock" data-live>
      <p class="big">${longDate(date)}</p>
      <p class="muted">${progress}</p>
    </div>
    <form method="post" action="/control/clock" class="row">
      ${step("+1 day", "day")}${step("+1 week", "week")}${step("+1 month", "month")}
    </form>
    <form method="post" action="/control/clock" class="row">
      <label
        >Go to a day
        <input type="date" name="business_date" min="${reached_on ?? ""}" value="${date}" required /></label
      ><button>Go</button>
    </form>
  </section>`;
}

function faultRow(world: World, provider: Provider): Markup {
  const fault = world.store.state.faults.providers[provider] ?? { mode: "ok" as const };
  return html`<tr>
    <td>
      <b>${PROVIDER_NAMES[provider]}</b>
      ${fault.mode === "ok" ? "" : html`<span class="tag bad">${MODE_NAMES[fault.mode]}${fault.times ? ` ×${fault.times}` : ""}</span>`}
    </td>
    <td>
      <form method="post" action="/control/faults/${provider}" class="row">
        <label class="grow"
          >What happens
          <select name="mode">
            ${FAULT_MODES.map((mode) => html`<option value="${mode}" ${mode === fault.mode ? html`selected` : ""}>${MODE_NAMES[mode]}</option>`)}
          </select></label
        >
        <label class="short"
          >Times
          <input name="times" inputmode="numeric" pattern="[0-9]*" placeholder="always" value="${fault.times ?? ""}"
        /></label>
        <label class="short"
          >Delay, ms <input name="delay_ms" inputmode="numeric" pattern="[0-9]*" value="${fault.delay_ms ?? ""}"
        /></label>
        ${provider === "smtp" ? "" : html`<label class="grow">Only this call <input name="call" placeholder="${EXAMPLE_CALLS[provider]}" value="${fault.call ?? ""}" /></label>`}
        <button>Set</button>
      </form>
    </td>
  </tr>`;
}

function faultsCard(world: World): Markup {
  const { webhooks } = world.store.state.faults;
  const tick = (name: string, text: string, isOn = false): Markup =>
    html`<label class="check"
      ><input type="checkbox" name="${name}" value="true" ${isOn ? html`checked` : ""} /> ${text}</label
    >`;
  return html`<section class="card wide" aria-labelledby="faults-title">
    <h2 id="faults-title">What goes wrong</h2>
    <table>
      <tbody>
        ${PROVIDERS.map((provider) => faultRow(world, provider))}
        <tr>
          <td>
            <b>Webhooks</b> ${Object.values(webhooks).some(Boolean) ? html`<span class="tag bad">Changed</span>` : ""}
          </td>
          <td>
            <form method="post" action="/control/faults/webhooks" class="row">
              <label class="short"
                >Extra copies
                <input name="duplicate" inputmode="numeric" pattern="[0-9]*" value="${webhooks.duplicate ?? ""}"
              /></label>
              <label class="short"
                >Delay, ms
                <input name="delay_ms" inputmode="numeric" pattern="[0-9]*" value="${webhooks.delay_ms ?? ""}"
              /></label>
              ${tick("reorder", "Out of order", webhooks.reorder)}${tick("drop", "Never sent", webhooks.drop)}<button>
                Set
              </button>
            </form>
          </td>
        </tr>
      </tbody>
    </table>
    <form method="post" action="/control/faults" class="row"><button>Everything works again</button></form>
  </section>`;
}

function payInCard(world: World): Markup {
  const { dedicated_accounts, customers } = world.store.state.paystack;
  const accounts = Object.values(dedicated_accounts).toReversed();
  const body =
    accounts.length === 0
      ? html`<p class="empty">
          No virtual account has been assigned yet. The application asks for one when a customer wants to pay by
          transfer.
        </p>`
      : html`<form method="post" action="/control/pay-in">
          <label
            >Virtual account
            <select name="account_no">
              ${accounts.map((account) => html`<option value="${account.account_number}">${account.account_number} · ${account.account_name} · ${customers[account.customer_code]?.email ?? ""}</option>`)}
            </select></label
          >
          <div class="row">
            <label class="grow"
              >Amount, naira
              <input name="amount" inputmode="decimal" required pattern="[0-9,]+([.][0-9]{1,2})?" placeholder="25,000"
            /></label>
            <label class="grow">Sender <input name="sender_name" maxlength="120" placeholder="the customer" /></label
            ><button class="primary">Pay in</button>
          </div>
        </form>`;
  return html`<section class="card" aria-labelledby="pay-title">
    <h2 id="pay-title">Pay into a virtual account</h2>
    ${body}
  </section>`;
}

function bankCard(world: World): Markup {
  const { state } = world.store;
  return html`<section class="card" aria-labelledby="bank-title">
    <h2 id="bank-title">The provider’s bank</h2>
    <div id="bank" data-live>
      <p class="big">${naira(providerBalance(state))}</p>
      <p class="muted">
        ${PROVIDER_ACCOUNT.name}, ${PROVIDER_ACCOUNT.account_number}, ${state.bank.movements.length} movements
      </p>
    </div>
    ${statementLinks(businessDate(state))} <a href="/bank">All days and movements</a>
  </section>`;
}

/** Links to one day's statement in both formats. */
export const statementLinks = (date: string): Markup =>
  html`<span class="row"
    ><a class="button small" href="/bank/statements/${date}.mt940">MT940</a>
    <a class="button small" href="/bank/statements/${date}.camt053.xml">CAMT.053</a></span
  >`;

/** The control page; `said` is what the last button did. */
export function controlPage(world: World, said?: string, problem?: string): string {
  const messages = findMessages(world.store.state, {}).slice(0, 4);
  return page(
    "Control",
    html`${notice(said)}${problem ? html`<p class="problem" role="alert">${problem}</p>` : ""}
      <div class="grid">
        ${clockCard(world)}
        <section class="card" aria-labelledby="inbox-title">
          <h2 id="inbox-title">Latest messages</h2>
          <div id="messages" data-live>${messageList(messages)}</div>
          <a href="/inbox">Whole inbox</a>
        </section>
        ${payInCard(world)}${bankCard(world)}${faultsCard(world)}
      </div>`,
    { path: "/" },
  );
}
