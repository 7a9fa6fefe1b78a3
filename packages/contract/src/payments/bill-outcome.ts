/**
 * Three ways in which a bill is not delivered, and no fourth: refused (certain), unknown (everything that is not in the provider's table; ask, never send again),
 * not reached (certainly nothing happened).
 */
export type BillOutcome =
  | {
      status: "delivered";
      provider_reference: string;
      /** In the provider's order: key-change tokens come before the token itself. */
      tokens: string[];
      units: string | null;
      /** What the provider says that it left us; null where its answer does not say. */
      commission_kobo: bigint | null;
    }
  | { status: "refused"; why: string; is_price?: boolean }
  | { status: "unknown"; why: string }
  | { status: "not_reached"; why: string }
  /** To a question only: the provider does not know the reference, which may still be on its way. */
  | { status: "not_found"; why: string };
