import { silentNoun } from "../../../house.ts";
import { transferEvents } from "./events.ts";
import { workOnPayouts } from "./index.ts";

export const payouts = silentNoun({ events: [transferEvents], jobs: [workOnPayouts] });
