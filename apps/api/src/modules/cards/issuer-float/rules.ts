/** Decisions about our account with the issuer. Pure. */
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/cards/issuer-float";

export const floatRules: RulesOf<typeof calls, { status: string }> = { explain: {} };
