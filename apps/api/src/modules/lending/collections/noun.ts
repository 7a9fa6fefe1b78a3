import * as calls from "@manilla/contract/lending/collections";
import { countedOnce } from "../../../db/counted-once.ts";
import { noun } from "../../../house/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { collectionsToday } from "./queries.ts";

// The same for all of the provider's staff; a new business day has figures of its own at once.
const today = countedOnce<Awaited<ReturnType<typeof collectionsToday>>>();

export const collections = noun({
  calls,
  handlers: { today: async (context) => today(context, collectionsToday, await businessDate(context.db)) },
});
