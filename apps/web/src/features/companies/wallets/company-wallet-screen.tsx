import type { ReactNode } from "react";
import { useParams } from "react-router";
import { WalletView } from "./wallet-view.tsx";

/** The wallet of one company, as the provider's staff see it. */
export default function CompanyWalletScreen(): ReactNode {
  const { id = "" } = useParams();
  return <WalletView id={id} isOurs={false} />;
}
