import { count, day, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Way } from "../../../shared/actions/way.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty, Facts, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { amountsInWords, feesInWords, instalmentsInWords, type Product, rateInWords } from "./product-words.ts";
import styles from "./products.module.css";

/** What the provider lends, on what terms today, and how much of it is out. */
export default function ProductsScreen(): ReactNode {
  const answer = useRecord(calls.loanProducts.listAll, {});
  const create = (
    <Way to="/admin/loan-products/new" call={calls.loanProducts.create}>
      New product
    </Way>
  );
  return (
    <Page
      lead="Terms are dated: new ones hold for new loans, running loans keep theirs. Every change waits for a second person."
      actions={create}
    >
      <Answered of={answer} height={240}>
        {(data) => (
          <>
            {data.products.length === 0 && (
              <Panel>
                <Empty title="No products yet" action={create}>
                  A product says who may borrow how much at what cost.
                </Empty>
              </Panel>
            )}
            <div className={styles.products}>
              {data.products.map((product) => (
                <Card key={product.id} product={product} />
              ))}
            </div>
          </>
        )}
      </Answered>
    </Page>
  );
}

function Card({ product }: { product: Product }): ReactNode {
  const { current } = product;
  const next = product.versions.findLast(({ valid_from }) => current === null || valid_from > current.valid_from);
  return (
    <article className={styles.product}>
      <div className={styles.head}>
        <h2>
          <Link to={`/admin/loan-products/${product.id}`}>{product.name}</Link>
        </h2>
        <ToneBadge tone={product.is_active && current ? "success" : "neutral"}>
          {product.is_active ? (current ? "Offered" : "Not begun") : "Not offered"}
        </ToneBadge>
      </div>
      {product.description && <p className="muted">{product.description}</p>}
      <Facts
        items={[
          current && { label: "Rate", value: rateInWords(current) },
          current && { label: "Amount", value: amountsInWords(current) },
          current && { label: "Instalments", value: instalmentsInWords(current) },
          current && { label: "Fees", value: feesInWords(current.fees) },
          { label: "Loans", value: `${count(product.loans)}, ${naira(product.outstanding_kobo)} owed` },
          next && { label: "Next terms", value: `from ${day(next.valid_from)}` },
        ]}
      />
    </article>
  );
}
