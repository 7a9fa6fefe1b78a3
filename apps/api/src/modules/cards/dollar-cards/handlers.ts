import type * as calls from "@manilla/contract/cards/dollar-cards";
import type { Handlers } from "../../../house/app.ts";
import { acceptQuote, makeQuote } from "./exchanging.ts";
import { owingHandlers } from "./owing.ts";
import { exchanges, purseOf } from "./queries.ts";
import { allTerms, askForTerms } from "./terms.ts";

export const handlers: Handlers<typeof calls> = {
  find: ({ db, session }) => purseOf(db, session.user_id),
  quote: async (context, { body }) => ({ quote: await makeQuote(context, body) }),
  accept: (context, { params }) =>
    context.once(async (tx) => {
      await acceptQuote(tx, context, params.id);
      return { purse: await purseOf(tx, context.session.user_id) };
    }),
  ...owingHandlers,
  exchanges: () => exchanges,
  terms: ({ db }) => allTerms(db),
  changeTerms: (context, { body }) =>
    context.once(async (tx) => ({ approval_id: await askForTerms(tx, context, body) })),
};
