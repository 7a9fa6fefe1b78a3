import type { ReactNode } from "react";
import { Navigate, useParams } from "react-router";

/** R015 (A13): a shared link leads to registration, with its code. */
export default function ReferralRedirectScreen(): ReactNode {
  const { referralCode = "" } = useParams();
  return <Navigate to={`/register/share-and-earn?referral_code=${encodeURIComponent(referralCode)}`} replace />;
}
