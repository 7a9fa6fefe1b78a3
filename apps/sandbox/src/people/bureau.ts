import { addMonths } from "../dates.ts";
import { randomFrom } from "../random.ts";
import { type Person, fullName } from "./people.ts";

interface BureauLoan {
  date_opened: string;
  opening_balance: number;
  currency: "NGN";
  performance_status: "performing" | "non-performing" | "lost";
  tenor: number;
  closing_date: string;
  loan_status: "open" | "closed" | "written-off";
  repayment_frequency: "monthly";
  repayment_amount: number;
  overdue_amount: number;
  days_in_arrears: number;
  repayment_schedule: Record<string, "paid" | "late" | "failed" | "pending">[];
}

/** A person's credit report in the shape of Mono's credit history: amounts in kobo, months as mm-yyyy. */
export function creditHistory(person: Person, provider: string, today: string) {
  return {
    providers: provider === "all" ? ["crc", "xds"] : [provider],
    profile: {
      full_name: fullName(person),
      date_of_birth: person.date_of_birth,
      gender: person.gender,
      email_address: person.email,
      phone_number: person.phone,
      address_history: [
        {
          address: `${person.address}, ${person.state_of_origin}`,
          type: "residential",
          date_reported: addMonths(today, -14),
        },
      ],
      identifications: [{ no: person.bvn, type: "BVN" }],
    },
    credit_history: loansOf(person, today),
    summary: summarise(loansOf(person, today)),
  };
}

function summarise(institutions: { history: BureauLoan[] }[]) {
  const loans = institutions.flatMap(({ history }) => history);
  return {
    total_loans: loans.length,
    open_loans: loans.filter(({ loan_status }) => loan_status === "open").length,
    non_performing_loans: loans.filter(({ performance_status }) => performance_status !== "performing").length,
    total_overdue: loans.reduce((sum, { overdue_amount }) => sum + overdue_amount, 0),
  };
}

function loansOf(person: Person, today: string): { institution: string; history: BureauLoan[] }[] {
  const random = randomFrom(`bureau ${person.bvn}`);
  const share = (part: number): number => Math.round(((person.salary_kobo || 20_000_000) * part) / 1000) * 1000;
  const closed = (): BureauLoan =>
    loan(addMonths(today, -30 + Math.floor(random() * 6)), 12, share(1.2), "closed", today);
  if (person.trait === "thin_file") return [];
  if (person.trait === "defaulter") {
    return [
      {
        institution: "FairMoney Microfinance Bank",
        history: [loan(addMonths(today, -8), 12, share(1.5), "arrears", today)],
      },
      { institution: "Quickcheck Limited", history: [loan(addMonths(today, -26), 6, share(0.8), "lost", today)] },
    ];
  }
  if (person.trait === "borrower") {
    return [
      {
        institution: "Renmoney Microfinance Bank",
        history: [loan(addMonths(today, -5), 12, share(1.3), "open", today)],
      },
      { institution: "Carbon Microfinance Bank", history: [closed()] },
    ];
  }
  if (person.trait === "bouncer")
    return [
      {
        institution: "Carbon Microfinance Bank",
        history: [loan(addMonths(today, -6), 12, share(2), "arrears", today)],
      },
    ];
  return random() < 0.6 ? [{ institution: "Access Bank", history: [closed()] }] : [];
}

/** One loan, its instalments up to today paid as its outcome says. */
function loan(
  opened: string,
  tenor: number,
  amount: number,
  outcome: "closed" | "open" | "arrears" | "lost",
  today: string,
): BureauLoan {
  const repayment = Math.round((amount * 1.2) / tenor);
  const months = Array.from({ length: tenor }, (_, index) => addMonths(opened, index + 1));
  const unpaidFrom =
    outcome === "arrears" ? addMonths(today, -2) : outcome === "lost" ? (months[2] ?? today) : "9999-12-31";
  const status = (due: string) =>
    due >= today && outcome !== "closed"
      ? "pending"
      : due < unpaidFrom
        ? "paid"
        : outcome === "lost"
          ? "failed"
          : "late";
  const unpaid = months.filter((due) => ["late", "failed"].includes(status(due)));
  const firstUnpaid = unpaid[0];
  return {
    date_opened: opened,
    opening_balance: amount,
    currency: "NGN",
    performance_status: outcome === "lost" ? "lost" : outcome === "arrears" ? "non-performing" : "performing",
    tenor,
    closing_date: months.at(-1) ?? opened,
    loan_status: outcome === "lost" ? "written-off" : outcome === "closed" ? "closed" : "open",
    repayment_frequency: "monthly",
    repayment_amount: repayment,
    overdue_amount: repayment * unpaid.length,
    days_in_arrears: firstUnpaid ? Math.round((Date.parse(today) - Date.parse(firstUnpaid)) / 86_400_000) : 0,
    repayment_schedule: months.map((due) => ({ [`${due.slice(5, 7)}-${due.slice(0, 4)}`]: status(due) })),
  };
}
