import { ADDRESS_OUTCOMES, CHANNELS, type Message, type MessageFilter, findMessages } from "../inbox/messages.ts";
import type { World } from "../world.ts";
import { type Markup, html, page, shortTime, notice } from "./layout.ts";

const CHANNEL_NAMES: Record<string, string> = { sms: "SMS", email: "Mail", push: "Push" };
const OUTCOME_NAMES: Record<(typeof ADDRESS_OUTCOMES)[number], string> = {
  works: "Everything arrives",
  dnd: "SMS: on the do-not-disturb list",
  rejected: "SMS: rejected",
  failed: "SMS: not brought",
  expired: "SMS: phone off",
  refused: "Mail: refused at once",
  bounced: "Mail: comes back",
  unregistered: "Push: app removed",
};
const SHOWN = 100;

/** The outcome of messages to somebody, for testers. */
const addressForm = (world: World): Markup =>
  html`<form method="post" action="/control/addresses" class="card row">
    <label class="grow"
      >Messages to <input name="to" required minlength="3" placeholder="phone, mail address or topic"
    /></label>
    <label class="grow"
      >What happens
      <select name="outcome">
        ${ADDRESS_OUTCOMES.map((outcome) => html`<option value="${outcome}">${OUTCOME_NAMES[outcome]}</option>`)}
      </select></label
    ><button>Set</button>
    ${Object.entries(world.store.state.addresses).map(([to, outcome]) => html`<span class="tag bad">${to}: ${OUTCOME_NAMES[outcome]}</span>`)}
  </form>`;

/** Messages as people read them; a code gets a button that copies it. */
export function messageList(messages: readonly Message[]): Markup {
  if (messages.length === 0)
    return html`<p class="empty">Nothing here. SMS, mail and push that the application sends appear by themselves.</p>`;
  return html`${messages.map(({ channel, to, subject, text, received_at }) => {
    const code = /(?<![\d+,.])\d{4,8}(?![\d,.]\d)/.exec(text)?.[0];
    return html`<article class="message">
      <span class="tag">${CHANNEL_NAMES[channel] ?? channel}</span> <b>${to}</b>
      <small>${shortTime(received_at)}</small>
      ${code ? html` <button class="small" type="button" data-copy="${code}">Copy ${code}</button>` : ""}${subject ? html`<div><b>${subject}</b></div>` : ""}
      <p>${text.trim()}</p>
    </article>`;
  })}`;
}

/** The inbox for people. */
export function inboxPage(world: World, filter: MessageFilter, said?: string): string {
  const messages = findMessages(world.store.state, filter);
  return page(
    "Inbox",
    html`${notice(said)}
      <form method="get" class="card row">
        <label class="grow"
          >Recipient <input name="to" value="${filter.to ?? ""}" placeholder="phone, mail address or device"
        /></label>
        <label class="short"
          >Channel
          <select name="channel">
            <option value="">All</option>
            ${CHANNELS.map((channel) => html`<option value="${channel}" ${channel === filter.channel ? html`selected` : ""}>${CHANNEL_NAMES[channel] ?? channel}</option>`)}
          </select></label
        >
        <label class="grow">Contains <input name="contains" value="${filter.contains ?? ""}" /></label
        ><button class="primary">Search</button>
      </form>
      ${addressForm(world)}
      <section class="card">
        <div id="messages" data-live>
          <p class="muted">
            ${messages.length} messages${messages.length > SHOWN ? `, the newest ${SHOWN} shown` : ""}
          </p>
          ${messageList(messages.slice(0, SHOWN))}
        </div>
        <form method="post" action="/control/inbox/empty" class="row"><button>Empty the inbox</button></form>
      </section>`,
    { path: "/inbox" },
  );
}
