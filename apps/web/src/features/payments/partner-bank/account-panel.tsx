import type { ReactNode } from "react";
import { Copyable, Facts, Notice, Panel } from "../../../shared/ui/kit.tsx";

interface Account {
  bank_name: string;
  account_name: string;
  account_no: string;
}

/** The account number that others send money to. */
export function AccountPanel({ account }: { account: Account | null }): ReactNode {
  if (!account) return <Notice tone="info">There is no account number for transfers at the moment.</Notice>;
  return (
    <Panel title="Account for transfers">
      <Facts
        items={[
          { label: "Bank", value: account.bank_name },
          {
            label: "Account number",
            value: (
              <Copyable text={account.account_no} label="account number">
                <strong>{account.account_no}</strong>
              </Copyable>
            ),
          },
          { label: "Name", value: account.account_name },
        ]}
      />
    </Panel>
  );
}
