import { machine } from "../machine.ts";

/** A payment by card as it was asked for. Its money is held while it is approved; what is captured is booked apart, also after its hold expired. */
export const cardAuthorisationStates = machine({
  noun: "card payment",
  table: "card_authorisations",
  initial: ["approved", "declined"],
  states: ["approved", "declined", "captured", "reversed", "expired"],
  transitions: [
    { action: "capture", from: ["approved", "reversed", "expired", "declined"], to: "captured", by: "system" },
    // From declined: the issuer let it through without us, and we hear so after its end.
    { action: "reverse", from: ["approved", "declined"], to: "reversed", by: "system" },
    { action: "expire", from: ["approved"], to: "expired", by: "system" },
    // The issuer let it through without us.
    { action: "stand_in", from: ["declined", "reversed"], to: "approved", by: "system" },
  ],
});
