import type { ReactNode } from "react";
import { Link, useParams } from "react-router";
import { Booked } from "../../../shared/books/booked.tsx";
import { Empty } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";

const subjects = {
  loan: { title: "What was booked for this loan", record: (id: string) => `/admin/loans/${id}`, link: "Open the loan" },
  receipt: { title: "What was booked for this receipt", record: undefined, link: "" },
  payout: {
    title: "What was booked for this payout",
    record: (id: string) => `/admin/payments/${id}`,
    link: "Open the payout",
  },
  repayment: { title: "What was booked for this instalment", record: undefined, link: "" },
  user: {
    title: "What was booked for this person",
    record: (id: string) => `/admin/repayments/wallet/${id}`,
    link: "Open their wallet",
  },
} as const;
type Subject = keyof typeof subjects;
const isSubject = (text: string): text is Subject => text in subjects;

/** What a figure on a screen is made of: the transactions behind a loan, receipt, payout, instalment or person. */
export default function PostingsScreen(): ReactNode {
  const { subject = "", id = "" } = useParams();
  if (!isSubject(subject))
    return (
      <Page title="Books">
        <Empty
          title="There are no postings of this kind"
          action={<Link to="/admin/books/trial-balance">Trial balance</Link>}
        />
      </Page>
    );
  return <Postings subject={subject} id={id} />;
}

function Postings({ subject, id }: { subject: Subject; id: string }): ReactNode {
  const { title, record, link } = subjects[subject];
  return (
    <Page
      width="text"
      title={title}
      lead="The newest first. Debits and credits of every transaction are equal."
      actions={record && <Link to={record(id)}>{link}</Link>}
    >
      <Booked subject={subject} id={id} />
    </Page>
  );
}
