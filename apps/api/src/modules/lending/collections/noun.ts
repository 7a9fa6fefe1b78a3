import * as calls from "@manilla/contract/lending/collections";
import { countedOnce } from "../../../db/counted-once.ts";
import { noun } from "../../../house/index.ts";
import { collectionsToday } from "./queries.ts";

// The same for all of the provider's staff.
const today = countedOnce<Awaited<ReturnType<typeof collectionsToday>>>();

export const collections = noun({ calls, handlers: { today: (context) => today(context, collectionsToday) } });
