import { naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { Block } from "../block.tsx";
import styles from "./home.module.css";

/** What somebody has with us: the cash always, the rest where there is any. */
export const Money = (): ReactNode => (
  <Block
    title="Your money"
    call={calls.personalWallets.snapshot}
    to="/customer/wallets"
    empty="Your wallet is empty"
    more={({ cash_kobo }) =>
      cash_kobo === 0 && (
        <p className={styles.ask}>
          <Link to="/customer/wallets/account">Add money</Link>
        </p>
      )
    }
    figures={({ cash_kobo, purse_kobo, reward_kobo }) =>
      [
        { label: "Cash wallet", kobo: cash_kobo },
        { label: "From your company", kobo: purse_kobo },
        { label: "Rewards", kobo: reward_kobo },
      ].flatMap(({ label, kobo }, at) =>
        at === 0 || kobo > 0 ? [{ label, value: naira(kobo), href: "/customer/wallets" }] : [],
      )
    }
  />
);
