/** The issuer of cards: it makes them, keeps number, security code and PIN, and asks us before each payment. */
export interface IssuerPort {
  /** Whether an issuer is configured. */
  is_there: boolean;
  /** The issuer's record of a person. One too many, after an answer that was lost, does no harm: cards hang on the one that we keep. @throws ProviderRefused, OutcomeUnknown, NotReached */
  createCustomer(person: CardPerson): Promise<string>;
  /** Has a card made. @throws ProviderRefused, OutcomeUnknown (then {@link findCard}, never this again), NotReached */
  createCard(card: CardAsked): Promise<MadeCard>;
  /** The card that was made under our reference; undefined where there is none. @throws OutcomeUnknown, NotReached */
  findCard(customer_id: string, reference: string): Promise<MadeCard | undefined>;
  /** Says how a card is used from now on; again changes nothing. @throws ProviderRefused, OutcomeUnknown, NotReached */
  setStatus(issuer_card_id: string, status: IssuerStatus): Promise<void>;
  /** Sends the holder a new PIN by SMS. @throws ProviderRefused, OutcomeUnknown, NotReached */
  sendPin(issuer_card_id: string): Promise<void>;
  /**
   * The address of the issuer's own page, for a frame: it shows number and code, or takes the PIN. Used once, and for a few minutes.
   * @throws ProviderRefused, OutcomeUnknown, NotReached
   */
  frame(issuer_card_id: string, shows: IssuerFrame): Promise<string>;
  /** What the issuer settles of a day (`yyyy-mm-dd`); undefined while its file is not final. @throws ProviderRefused, OutcomeUnknown, NotReached */
  settlement(day: string): Promise<SettledPayment[] | undefined>;
  /** What our account with the issuer held at the end of a day, in kobo; may be negative. @throws ProviderRefused, OutcomeUnknown, NotReached */
  balance(day: string, currency: "NGN" | "USD"): Promise<bigint>;
  /** Opens a dispute, once. @throws ProviderRefused, OutcomeUnknown (then {@link findDispute}, never this again), NotReached */
  openDispute(dispute: DisputeAsked): Promise<IssuerDispute>;
  /** The dispute that was opened under our reference; undefined where there is none. @throws OutcomeUnknown, NotReached */
  findDispute(reference: string): Promise<IssuerDispute | undefined>;
  /** What has become of a dispute. @throws ProviderRefused, OutcomeUnknown, NotReached */
  dispute(issuer_dispute_id: string): Promise<IssuerDispute>;
}

export interface DisputeAsked {
  /** Ours. */
  reference: string;
  /** The issuer's id of the capture. */
  transaction_id: string;
  amount_kobo: bigint;
  currency: "NGN" | "USD";
  reason: string;
  description: string;
  /** What both sides have said and sent, in words. */
  evidence: readonly string[];
}

/** A dispute at the issuer. */
export interface IssuerDispute {
  issuer_dispute_id: string;
  status: "submitted" | "won" | "lost";
  /** What the issuer gives back where it was won, which may be a part; and the transaction under which its file names it. */
  won: { amount_kobo: bigint; transaction_id: string } | null;
  /** The issuer's words. */
  note: string | null;
}

/** A line of the issuer's file; all amounts are positive. */
export interface SettledPayment {
  /** The issuer's. */
  transaction_id: string;
  kind: "capture" | "refund" | "refund_reversal" | "dispute_won";
  /** All its amounts are kobo, or cents. Null where the issuer does not say it. */
  currency: "NGN" | "USD" | null;
  amount_kobo: bigint;
  /** Ours of what the shop pays for the payment. */
  interchange_kobo: bigint;
  /** What the issuer asks for it. */
  charge_kobo: bigint;
}

export type IssuerStatus = "active" | "inactive" | "canceled";
export type IssuerFrame = "details" | "pin";

export interface CardPerson {
  /** Ours. */
  reference: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
  address: string | null;
  state: string | null;
}

export interface CardAsked {
  /** Ours. */
  reference: string;
  customer_id: string;
  form: "physical" | "virtual";
  currency: "NGN" | "USD";
  /** The issuer's id of the card in whose place it comes, and why. */
  replaces: { issuer_card_id: string; reason: "lost" | "stolen" | "damaged" | "renewal" } | null;
  /** The most that the issuer lets through in one payment, whatever we say: wide, for the day on which we answer wrongly. */
  safety_limit: bigint;
}

export interface MadeCard {
  issuer_card_id: string;
  brand: string;
  last4: string;
  /** `yyyy-mm-dd`: the last day of its month. */
  expires_on: string;
  status: IssuerStatus;
}
