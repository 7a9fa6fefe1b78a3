/** Employers' payroll systems, behind one service: it takes what is to be kept back on a pay day, and is asked what was. */
export interface PayrollPort {
  /** Whether a service is configured. */
  is_there: boolean;
  /** Hands a file over. Under the same reference again nothing happens. @throws ProviderRefused, OutcomeUnknown, NotReached */
  send(file: DeductionsAsked): Promise<void>;
  /**
   * What the payroll has answered so far; undefined where it does not know the file.
   * @throws ProviderRefused, OutcomeUnknown, NotReached
   */
  ask(reference: string): Promise<DeductionAnswer[] | undefined>;
}

export interface DeductionsAsked {
  reference: string;
  /** The employer's number in the register of companies. */
  employer: string;
  /** `yyyy-mm-dd`. */
  pay_day: string;
  lines: { number: number; staff_number: string | null; name: string; amount_kobo: bigint }[];
}

export interface DeductionAnswer {
  number: number;
  /** Kept back. */
  amount_kobo: bigint;
  /** Why it is less than was asked, where the payroll says so. */
  reason: "left" | "leave" | "part" | null;
}
