import type * as calls from "@manilla/contract/payments/money-events";
import type { Handlers } from "../../../house/app.ts";
import { findEvent, listAll, listEnded, listOpen, openBySource } from "./queries.ts";

export const handlers: Handlers<typeof calls> = {
  listAll,
  listOpen,
  listEnded,
  desk: async ({ db }) => ({ open: await openBySource(db) }),
  find: (context, { params }) => findEvent(context, params.id),
};
