import type { ReactNode } from "react";
import { useParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ListPage } from "../../../shared/list/list-page.tsx";
import { cardViews, companyColumns } from "./card-columns.tsx";
import { cardRowActions } from "./card-work.ts";

const { ofEmployee } = calls.cards;

/** The company's cards that one employee holds (C240). */
export default function CardsOfEmployeeScreen(): ReactNode {
  const { userId = "" } = useParams();
  return (
    <ListPage
      call={ofEmployee}
      params={{ userId }}
      columns={companyColumns}
      href={({ id }) => `/corporate/cards/${id}`}
      views={cardViews}
      rowActions={cardRowActions}
      lead="What this employee holds of the company's cards, and held before."
      empty="This employee has no card of the company."
    />
  );
}
