import { count, counted, day, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link, useParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import type { Actable } from "../../../shared/actions/facts.ts";
import { type Work, WorkBar } from "../../../shared/actions/work.tsx";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty, Facts, Panel, When } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import {
  amountsInWords,
  feesInWords,
  instalmentsInWords,
  materialityInWords,
  orderInWords,
  penaltyInWords,
  type Product,
  rateInWords,
  type Version,
} from "./product-words.ts";

/** One product: its terms today and every dated version there was and will be. */
export default function ProductScreen(): ReactNode {
  const { id = "" } = useParams();
  const answer = useRecord(calls.loanProducts.listAll, {});
  const { data } = answer;
  const product = data?.products.find((one) => one.id === id);
  return (
    <Page width="text" title={product?.name ?? "Loan product"} lead={product?.description}>
      <Answered of={answer} height={240}>
        {() =>
          product ? (
            <Details product={product} />
          ) : (
            <Empty title="There is no such product" action={<Link to="/admin/loan-products">All products</Link>} />
          )
        }
      </Answered>
    </Page>
  );
}

type Worked = Product & Actable;

/** What comes next with a product: terms that are agreed to, terms that are to come, or nothing but new ones. */
const productWork: Work<Worked> = {
  acts: () => [
    {
      name: "terms",
      can: calls.loanProducts.addVersion,
      act: ({ id, current }) => ({
        label: current ? "New terms…" : "Set the terms…",
        to: `/admin/loan-products/${id}/terms`,
      }),
    },
    {
      name: "loans",
      can: calls.loans.listAll,
      act: ({ name, loans }) =>
        loans > 0 ? { label: "Its loans", to: `/admin/loans?f.product=${encodeURIComponent(name)}` } : undefined,
    },
    {
      name: "approvals",
      can: calls.approvals.listAll,
      act: () => ({ label: "Waiting for a second person", to: "/admin/approvals?f.status=pending" }),
    },
  ],
  next: ({ current, versions }) => {
    const next = versions.find(({ valid_from }) => current && valid_from > current.valid_from);
    return {
      says: !current
        ? "It has no terms yet, so nobody can borrow. A second person approves the terms."
        : next
          ? `New terms hold from ${day(next.valid_from)}. Running loans keep theirs.`
          : `Offered on the terms of ${day(current.valid_from)}. New terms wait for a second person.`,
      acts: next ? [] : ["terms"],
    };
  },
};

function Details({ product }: { product: Product }): ReactNode {
  const { current } = product;
  return (
    <>
      <WorkBar of={{ ...product, status: "", abilities: {} }} work={productWork} label={product.name} />
      <Panel title="Terms today">
        {current ? <Terms version={current} /> : <p className="muted">No terms hold yet.</p>}
      </Panel>
      <Panel title="In use">
        <Facts
          items={[
            { label: "Code", value: <code>{product.code}</code> },
            {
              label: "Loans",
              value: (
                <Link to={`/admin/loans?f.product=${encodeURIComponent(product.name)}`}>{count(product.loans)}</Link>
              ),
            },
            { label: "Principal owed", value: naira(product.outstanding_kobo) },
          ]}
        />
      </Panel>
      <Panel title="Versions" flush>
        <PlainTable
          caption="Dated terms, the newest first"
          rows={product.versions}
          columns={[
            {
              key: "valid_from",
              header: "From",
              card: "title",
              render: ({ id, valid_from }) => (
                <>
                  {day(valid_from)} {id === current?.id && <ToneBadge tone="success">Now</ToneBadge>}
                  {(!current || valid_from > current.valid_from) && <ToneBadge tone="info">Next</ToneBadge>}
                </>
              ),
            },
            { key: "_rate", header: "Rate", render: rateInWords },
            { key: "_amount", header: "Amount", render: amountsInWords, canWrap: true },
            { key: "_instalments", header: "Instalments", render: instalmentsInWords },
            { key: "_fees", header: "Fees", render: ({ fees }) => feesInWords(fees), canWrap: true },
            {
              key: "created_by",
              header: "Made by",
              canWrap: true,
              render: ({ created_by, created_at }) => (
                <>
                  {created_by ?? "Set up with the system"}, <When at={created_at} />
                </>
              ),
            },
          ]}
        />
      </Panel>
    </>
  );
}

const dayCounts: Record<string, string> = {
  "actual/365": "by the day, 365 days a year",
  "actual/360": "by the day, 360 days a year",
  "30/360": "months of 30 days",
  "actual/actual": "actual days of 365 or 366",
};

function Terms({ version }: { version: Version }): ReactNode {
  return (
    <Facts
      items={[
        { label: "Since", value: day(version.valid_from) },
        { label: "Rate", value: rateInWords(version) },
        {
          label: "Interest counted",
          value:
            version.interest === "daily"
              ? (dayCounts[version.day_count] ?? version.day_count)
              : "per instalment period",
        },
        { label: "Amount", value: amountsInWords(version) },
        { label: "Instalments", value: instalmentsInWords(version) },
        { label: "Due dates", value: version.follows_salary_day ? "follow the salary day" : "the same day each month" },
        {
          label: "Principal grace",
          value: version.principal_grace === 0 ? "None" : counted(version.principal_grace, "instalment"),
        },
        {
          label: "Rounding",
          value: `${version.rounding_mode === "up" ? "up" : "nearest"} to ${naira(version.rounding_multiple_kobo)}`,
        },
        { label: "Fees", value: feesInWords(version.fees) },
        { label: "Late payment", value: penaltyInWords(version) },
        {
          label: "Overdue principal",
          value: version.interest_on_overdue ? "bears interest until it is paid" : "bears no interest",
        },
        { label: "Counts as overdue", value: materialityInWords(version) },
        { label: "A payment covers", value: orderInWords(version.allocation_order) },
        {
          label: "Early settlement",
          value:
            version.settlement_interest === "to_date" ? "interest to the day" : "interest to the end of the period",
        },
        ...(version.method === "flat" && version.flat_prepayment === "none"
          ? [{ label: "Money paid ahead", value: "lowers no interest" }]
          : []),
        {
          label: "Before a grant",
          value: version.bureau_reports_required
            ? counted(version.bureau_reports_required, "fresh credit bureau report")
            : "no credit bureau report",
        },
        { label: "Offer validity", value: counted(version.offer_valid_days, "day") },
      ]}
    />
  );
}
