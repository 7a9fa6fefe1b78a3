import type { ChargePurpose } from "../../../house/purposes.ts";

/** The small charge that proves a new card, on the provider's page; it becomes the person's credit. */
export const cardSetup: ChargePurpose = {
  prefix: "CS",
  channel: "card",
  is_hosted: true,
  takes_part: false,
  receipt: "credit",
};
