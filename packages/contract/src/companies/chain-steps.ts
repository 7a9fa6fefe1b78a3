/** The steps of an approval chain. No zod: the browser reads these. */

/** What a chain can be for. Each is registered by its noun. */
export const chainKinds = [
  "beneficiary",
  "expense_request",
  "purse_assignment",
  "money_limit",
  "credit_line",
  "card",
  "transfer",
  "transfer_batch",
  "salary",
  "standing_order",
  "bill",
  "approval_chain",
  "administrator",
] as const;
export type ChainKind = (typeof chainKinds)[number];
export const chainKindWords: Readonly<Record<ChainKind, string>> = {
  beneficiary: "Beneficiaries",
  expense_request: "Expense requests",
  purse_assignment: "Money for employees",
  money_limit: "Higher limits",
  credit_line: "Drawing the line, and giving parts of it",
  card: "Cards for employees",
  transfer: "Transfers",
  transfer_batch: "Batches of transfers",
  salary: "Salaries",
  standing_order: "Standing orders",
  bill: "Airtime and bills",
  approval_chain: "Changes of these chains",
  administrator: "Administrators with more rights",
};
/** Those whose requests have no amount: bands mean nothing to them. */
export const withoutAmount: readonly ChainKind[] = ["beneficiary", "approval_chain", "administrator"];

/** Where the company has no chain for a kind, that of another one holds: many transfers at once, and bills, are no way around it. */
export const chainFollows: Readonly<Partial<Record<ChainKind, ChainKind>>> = {
  transfer_batch: "transfer",
  salary: "transfer",
  standing_order: "transfer",
  bill: "transfer",
};

/** Where the company has set nothing: what these kinds say of it. */
export const unsaidWords: Readonly<Partial<Record<ChainKind, string>>> = {
  purse_assignment:
    "Small amounts go to a person at once. From our limit of a day another person who funds the wallet agrees.",
  money_limit: "Another person who funds the wallet agrees to a higher limit. A lower one holds at once.",
  credit_line: "Another person who may do the same agrees. What is given back needs nobody.",
  card: "Who may ask for cards asks us, and nobody else of the company decides.",
  transfer: "Another person who may ask for transfers agrees, whatever the amount.",
  transfer_batch: "As transfers: by the total of the batch.",
  salary: "As transfers, by the total; without a chain for them another person who may pay salaries agrees.",
  standing_order: "As transfers: agreed to once, by the amount of one payment.",
  bill: "As transfers, by what is paid in all.",
  approval_chain: "Another person who changes chains agrees, where the company has one.",
  administrator: "Another person who manages administrators agrees, where the company has one.",
};

/** Who can be asked: the requester's manager, the head of the department that it is for, holders of a role, a person. */
export const approverKinds = ["manager", "department_head", "role", "person"] as const;
/** Roles that can be asked as a whole. */
export const approverRoles = ["company_super_admin", "company_finance_manager", "company_hr"] as const;

export interface Approver {
  who: (typeof approverKinds)[number];
  role?: (typeof approverRoles)[number] | null | undefined;
  user_id?: string | null | undefined;
}

/** A step applies to a request that meets each condition that it has. Amounts: from one, below the other. */
export interface ChainStep {
  name: string;
  from_kobo?: bigint | null | undefined;
  below_kobo?: bigint | null | undefined;
  department_ids: readonly string[];
  category_ids: readonly string[];
  requester_ids: readonly string[];
  approvers: readonly Approver[];
  /** One of the approvers is enough, or each of them has to agree. */
  need: "any" | "all";
  /** Working days after which those below may decide too. */
  escalate_after_days?: number | null | undefined;
  escalate_to?: Approver | null | undefined;
}

/** By default: one of its administrators other than the requester. */
export const defaultSteps: readonly ChainStep[] = [
  {
    name: "An administrator",
    department_ids: [],
    category_ids: [],
    requester_ids: [],
    approvers: [
      { who: "role", role: "company_super_admin" },
      { who: "role", role: "company_finance_manager" },
    ],
    need: "any",
  },
];
