import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { refreshEverything } from "../../../shared/api/query-client.ts";
import { ListPage } from "../../../shared/list/list-page.tsx";
import { useLive } from "../../../shared/ui/live.ts";
import { shown, views } from "./list.tsx";

const { listOwn, cancel } = calls.transfers;

/** R145 for customers: what one has sent, the newest first. */
export default function OwnTransfersScreen(): ReactNode {
  useLive("notification", ({ kind }) => {
    if (kind === "transfer") void refreshEverything();
  });
  return (
    <ListPage
      call={listOwn}
      columns={shown}
      rowActions={rowActionsOf([cancel])}
      views={views}
      href={({ id }) => `/customer/transfers/${id}`}
      actions={
        <Button component={Link} to="/customer/transfers/new">
          Send money
        </Button>
      }
      lead="Money that you have sent from your cash wallet."
      empty="You have not sent any money yet."
    />
  );
}
