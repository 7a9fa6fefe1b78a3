/** What a request does when it is approved: who is paid, what is posted, what changes, what people read. */
import { count, money, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";

type Approval = Answer<typeof calls.approvals.find>;
type EffectOf<Part extends keyof Approval["effect"]> = { rows: Approval["effect"][Part] };

const figure = (value: number | string | null): string =>
  value === null ? "–" : typeof value === "number" ? naira(value) : value;

/** The panels of what a request does; those that have nothing to show are not there. */
export function Effects({ approval }: { approval: Approval }): ReactNode {
  const { refusal, measures, postings, texts, facts, papers } = approval.effect;
  const isPending = approval.status === "pending";
  return (
    <>
      {isPending && <WouldBeRefused because={refusal} />}
      <Payees approval={approval} />
      <Texts rows={texts} />
      {facts.length + papers.length > 0 && (
        <Panel title="Behind it">
          <Facts
            items={[...facts, ...papers.map((paper) => ({ label: paper.label, value: <PaperLink {...paper} /> }))]}
          />
        </Panel>
      )}
      <Measures rows={measures} isPending={isPending} />
      <Postings rows={postings} isPending={isPending} />
    </>
  );
}

/** A part with a table; folded, it shows its title alone until somebody opens it. */
export const TablePart = ({
  title,
  isFolded = false,
  children,
}: {
  title: string;
  isFolded?: boolean | undefined;
  children: ReactNode;
}): ReactNode =>
  isFolded ? (
    <details>
      <summary>{title}</summary>
      {children}
    </details>
  ) : (
    <Panel title={title} flush>
      {children}
    </Panel>
  );

export const Texts = ({ rows }: EffectOf<"texts">): ReactNode =>
  rows.map(({ to, subject, body }) => (
    <Panel key={to} title={`As ${to} reads it`}>
      {subject && <strong>{subject}</strong>}
      <p style={{ whiteSpace: "pre-wrap" }}>{body}</p>
    </Panel>
  ));

type Payee = EffectOf<"payees">["rows"][number];

/** Evidence, to be opened before deciding. */
export const PaperLink = ({ name, link }: EffectOf<"papers">["rows"][number]): ReactNode => (
  <a href={link} target="_blank" rel="noreferrer">
    {name}
  </a>
);

/** The account that is paid, and when it last took the place of another. */
const AccountOf = ({ bank_name, account_no, account_changed_at }: Payee): ReactNode => (
  <>
    {bank_name}, {account_no}
    {account_changed_at && (
      <>
        {" "}
        <span className="muted">
          changed <When at={account_changed_at} />
        </span>
      </>
    )}
  </>
);

/** The bank's name for the account, and whether it is the person's. */
const BankName = ({ account_name, is_same_name }: Payee): ReactNode => (
  <>
    {account_name}{" "}
    <ToneBadge tone={is_same_name ? "success" : "danger"}>{is_same_name ? "Agrees" : "Differs"}</ToneBadge>
  </>
);

/** Why a pending request would be refused as things are. */
export const WouldBeRefused = ({ because }: { because: string | null }): ReactNode =>
  because && <Notice tone="warning">{`As things are, this would be refused: ${because}`}</Notice>;

/** Nobody is paid by these: a payout ends. */
const ENDS = ["give_up_refund", "undisburse_many", "end_return"];

/** Those for whom the bank has another name come first. @param props.most how many are shown; of the others it says how many there are */
export function Payees({ approval, most }: { approval: Approval; most?: number }): ReactNode {
  const mayOpen = useMay(calls.disbursements.payout);
  const all = approval.effect.payees.toSorted((a, b) => Number(a.is_same_name) - Number(b.is_same_name));
  const rows = all.slice(0, most);
  const others = all.slice(rows.length);
  const differ = others.filter(({ is_same_name }) => !is_same_name).length;
  const title = ENDS.includes(approval.kind) ? "Whose payout" : "Who is paid";
  if (all.length === 0) return null;
  return (
    <Panel title={all.length === 1 ? title : `${title} (${count(all.length)})`} flush>
      <PlainTable
        caption="Who is paid, and to which account"
        rows={rows}
        keyOf={({ reference }) => reference}
        columns={[
          {
            key: "_payee",
            header: "Person",
            canWrap: true,
            card: "title",
            render: ({ person, payout_id, reference }) => (
              <>
                <Link to={`/admin/users/${person.id}`}>{person.name}</Link> {reference}{" "}
                {mayOpen && <Link to={`/admin/payments/${payout_id}`}>Open the payout</Link>}
              </>
            ),
          },
          { key: "amount_kobo", header: "Receives" },
          { key: "fees_kobo", header: "Fees kept" },
          { key: "_account", header: "Account", canWrap: true, render: (payee) => <AccountOf {...payee} /> },
          { key: "_name", header: "The bank's name for it", canWrap: true, render: (payee) => <BankName {...payee} /> },
          ...(rows.some(({ rules_say }) => rules_say)
            ? [
                {
                  key: "_rules" as const,
                  header: "The rules said",
                  canWrap: true,
                  render: ({ rules_say }: Payee) => rules_say ?? "–",
                },
              ]
            : []),
          {
            key: "_status",
            header: "Status",
            canWrap: true,
            render: ({ status, failure }) => (
              <>
                <StatusBadge kind="payout" status={status} /> {failure && <span className="muted">{failure}</span>}
              </>
            ),
          },
        ]}
      />
      {others.length > 0 && (
        <p style={{ padding: "0 16px 12px" }}>
          and {count(others.length)} more
          {differ > 0 && <strong>, {count(differ)} with another name at the bank</strong>}
        </p>
      )}
    </Panel>
  );
}

export function Measures({ rows, isPending }: EffectOf<"measures"> & { isPending: boolean }): ReactNode {
  if (rows.length === 0) return null;
  return (
    <TablePart title={isPending ? "What changes if you approve now" : "What changed"}>
      <PlainTable
        caption="Figures before and after"
        rows={rows}
        keyOf={({ label }) => label}
        columns={[
          { key: "label", header: "Figure", card: "title" },
          { key: "_before", header: "Before", align: "right", render: ({ before }) => figure(before) },
          { key: "_after", header: "After", align: "right", render: ({ after }) => <strong>{figure(after)}</strong> },
        ]}
      />
    </TablePart>
  );
}

const inCurrency = (amount: number, currency: string | undefined): string =>
  money(amount, currency === "USD" ? "USD" : "NGN");

export function Postings({
  rows,
  isPending,
  isFolded,
}: EffectOf<"postings"> & { isPending: boolean; isFolded?: boolean }): ReactNode {
  if (rows.length === 0) return null;
  return (
    <TablePart title={isPending ? "What it posts, up to the end" : "What approving posted"} isFolded={isFolded}>
      <PlainTable
        caption="Postings by account"
        rows={rows}
        keyOf={({ account }) => account}
        columns={[
          { key: "account", header: "Account", canWrap: true, card: "title" },
          {
            key: "debit_kobo",
            header: "Debit",
            align: "right",
            render: ({ debit_kobo, currency }) => (debit_kobo ? inCurrency(debit_kobo, currency) : ""),
          },
          {
            key: "credit_kobo",
            header: "Credit",
            align: "right",
            render: ({ credit_kobo, currency }) => (credit_kobo ? inCurrency(credit_kobo, currency) : ""),
          },
        ]}
      />
    </TablePart>
  );
}
