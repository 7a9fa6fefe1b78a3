/** One event of the issuer, done once: the same again gets the first answer, in whatever order they come. */
import { declineReasons } from "@manilla/contract/cards/decline-reasons";
import type { App } from "../../../house/app.ts";
import { moneyDatabase } from "../../../db/pipelined-database.ts";
import type { IssuerEvent } from "../../../outside/issuer/events.ts";
import { arrive } from "./arriving.ts";
import { capture, refund, repayOverdrawn } from "./capturing.ts";
import { authorise, enquire } from "./deciding.ts";
import { follow } from "./following.ts";
import { lockIssued, saidOf } from "./loading.ts";
import { type Answer, keepEvent } from "./recording.ts";

const NO_CARD: Answer = { response_code: "14" };
const BAD_FORMAT: Answer = { response_code: "30" };
const DUPLICATE: Answer = { response_code: declineReasons.duplicate.code };
/** Requests: another currency is declined by its rule. */
const REQUESTS = new Set<IssuerEvent["kind"]>([
  "AUTHORIZATION",
  "CREDIT_AUTHORIZATION",
  "FINANCIAL_AUTHORIZATION",
  "BALANCE_INQUIRY",
]);
const DONE: Answer = { response_code: "00" };

type ReceivingApp = Pick<App, "pool" | "queue" | "config" | "encryption" | "house">;

/** Decides, books and answers in one transaction, first requests that arrive together in one for all of them. */
export const receive = (app: ReceivingApp, sent: IssuerEvent): Promise<Answer> =>
  arrive(app, sent, () => receiveAlone(app, sent));

function receiveAlone(app: ReceivingApp, sent: IssuerEvent): Promise<Answer> {
  return moneyDatabase(app.pool)
    .transaction()
    .execute(async (tx): Promise<Answer> => {
      // The second statement runs when the first has its lock: what it reads nobody changes any more.
      const [card, heard] = await Promise.all([lockIssued(tx, sent.issuer_card_id), saidOf(tx, sent)]);
      if (!card) return NO_CARD;
      if (heard.answered !== null) return { response_code: heard.answered };
      // A payment is of one card. Money that moved is booked on the card that it names, and leaves the payment of the other alone.
      // All amounts are in the card's currency. Money in another is not booked as if it were: the settlement shows it as unknown here.
      const isAsked = REQUESTS.has(sent.kind);
      if (!isAsked && sent.amount_kobo > 0n && (sent.currency ?? card.currency) !== card.currency) return BAD_FORMAT;
      // Also before its request: an end that names another card would leave this one's approval without a hold.
      const isForeign = (heard.payment?.card_id ?? heard.first_card_id ?? card.id) !== card.id;
      if (isForeign && sent.transaction === null) return NO_CARD;
      const event = isForeign ? { ...sent, authorisation: null } : sent;
      const said = isForeign ? await saidOf(tx, event) : heard;
      switch (event.kind) {
        case "BALANCE_INQUIRY":
          return enquire(tx, app, card, event);
        case "AUTHORIZATION":
        case "CREDIT_AUTHORIZATION":
          return { response_code: await authorise(tx, app, card, event, said) };
        case "FINANCIAL_AUTHORIZATION": {
          // Taken with its request: the same payment again is no more of it.
          if (said.is_taken) {
            await keepEvent(tx, card, event, DUPLICATE.response_code);
            return DUPLICATE;
          }
          const response_code = await authorise(tx, app, card, event, said);
          if (response_code !== "00") return { response_code };
          const taken = {
            ...event,
            kind: "CLEARING",
            event_id: `${event.event_id}:taken`,
            transaction: event.event_id,
          } as const;
          await capture(tx, card, taken, await saidOf(tx, taken));
          return DONE;
        }
        case "CLEARING":
        case "CORRECTION_DEBIT":
        case "RETURN_REVERSAL":
          await capture(tx, card, event, said);
          if (event.kind === "CLEARING") break;
          for (const hook of app.house.cards)
            await hook.refundReversed?.(tx, app, {
              issuer_authorisation_id: event.authorisation,
              amount_kobo: event.amount_kobo,
            });
          break;
        case "RETURN":
        case "CORRECTION_CREDIT":
          await refund(tx, app, card, event, said);
          break;
        default:
          await follow(tx, app, card, event);
      }
      await repayOverdrawn(tx, card, said.on);
      return DONE;
    });
}
