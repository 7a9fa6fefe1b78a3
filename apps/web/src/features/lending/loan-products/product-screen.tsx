import { count, day, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link, useParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { useMay } from "../../../shared/session/session.ts";
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
import styles from "./products.module.css";

/** One product: its terms today and every dated version there was and will be. */
export default function ProductScreen(): ReactNode {
  const { id = "" } = useParams();
  const answer = useRecord(calls.loanProducts.listAll, {});
  const { data } = answer;
  const mayChange = useMay(calls.loanProducts.addVersion);
  const product = data?.products.find((one) => one.id === id);
  return (
    <Page
      width="text"
      title={product?.name ?? "Loan product"}
      lead={product?.description}
      actions={
        product &&
        mayChange && (
          <Button component={Link} to={`/admin/loan-products/${id}/terms`} size="sm">
            New terms
          </Button>
        )
      }
    >
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

function Details({ product }: { product: Product }): ReactNode {
  const { current } = product;
  return (
    <>
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
        <div className={styles.scroller} role="region" aria-label="Versions" tabIndex={0}>
          <table className={styles.table}>
            <caption className="visually-hidden">Dated terms, the newest first</caption>
            <thead>
              <tr>
                <th scope="col">From</th>
                <th scope="col">Rate</th>
                <th scope="col">Amount</th>
                <th scope="col">Instalments</th>
                <th scope="col">Fees</th>
                <th scope="col">Made by</th>
              </tr>
            </thead>
            <tbody>
              {product.versions.map((version) => (
                <tr key={version.id}>
                  <th scope="row">
                    {day(version.valid_from)}{" "}
                    {version.id === current?.id ? (
                      <ToneBadge tone="success">Now</ToneBadge>
                    ) : !current || version.valid_from > current.valid_from ? (
                      <ToneBadge tone="info">Next</ToneBadge>
                    ) : null}
                  </th>
                  <td>{rateInWords(version)}</td>
                  <td>{amountsInWords(version)}</td>
                  <td>{instalmentsInWords(version)}</td>
                  <td>{feesInWords(version.fees)}</td>
                  <td>
                    {version.created_by ?? "Set up with the system"}, <When at={version.created_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
    </>
  );
}

const dayCounts: Record<string, string> = {
  "actual/365": "by the day, 365 days a year",
  "actual/360": "by the day, 360 days a year",
  "30/360": "months of 30 days",
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
          value: version.principal_grace === 0 ? "None" : `${version.principal_grace} instalments`,
        },
        {
          label: "Rounding",
          value: `${version.rounding_mode === "up" ? "up" : "nearest"} to ${naira(version.rounding_multiple_kobo)}`,
        },
        { label: "Fees", value: feesInWords(version.fees) },
        { label: "Late payment", value: penaltyInWords(version) },
        { label: "Counts as overdue", value: materialityInWords(version) },
        { label: "A payment covers", value: orderInWords(version.allocation_order) },
        {
          label: "Early settlement",
          value:
            version.settlement_interest === "to_date" ? "interest to the day" : "interest to the end of the period",
        },
        { label: "An offer stands", value: `${version.offer_valid_days} days` },
      ]}
    />
  );
}
