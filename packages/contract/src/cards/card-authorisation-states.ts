import { machine } from "../machine.ts";

/** A payment by card as it was requested. Its money is held while it is approved; what is captured is booked apart, also after its hold expired. */
export const cardAuthorisationStates = machine({
  noun: "card payment",
  table: "card_authorisations",
  initial: ["approved", "declined", "announced"],
  states: ["approved", "declined", "announced", "captured", "reversed", "expired"],
  transitions: [
    {
      action: "capture",
      from: ["approved", "reversed", "expired", "declined", "announced"],
      to: "captured",
      by: "system",
    },
    // From declined: the issuer let it through without us, and we hear so after its end.
    { action: "reverse", from: ["approved", "declined"], to: "reversed", by: "system" },
    // A shop says that it will give money back, and does: nothing of it is ever held.
    { action: "give_back", from: ["announced"], to: "reversed", by: "system" },
    { action: "expire", from: ["approved"], to: "expired", by: "system" },
    // The issuer let it through without us.
    { action: "stand_in", from: ["declined", "reversed", "announced"], to: "approved", by: "system" },
  ],
});
